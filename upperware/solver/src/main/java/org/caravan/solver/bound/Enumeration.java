package org.caravan.solver.bound;

import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Tenant;
import org.caravan.solver.score.RunningScore;

/** Exhaustive search over all placements of a small problem; gives the exact minimum as bound. */
public final class Enumeration {

    private static final double FEW = 20_000;

    private final PlacementTables tables;
    private final RunningScore score;
    private long least = Long.MAX_VALUE;

    private Enumeration(PlacementTables tables) {
        this.tables = tables;
        this.score = new RunningScore(tables);
    }

    static boolean isQuick(PlacementTables tables) {
        double placements = 1;
        for (Tenant tenant : tables.tenants()) {
            placements *= tenant.seats().length;
        }
        return placements <= FEW;
    }

    /** Returns the soft score of the best placement that satisfies all hard constraints; {@link Long#MAX_VALUE} if there is none. */
    public static long least(PlacementTables tables) {
        Enumeration enumeration = new Enumeration(tables);
        enumeration.from(0);
        return enumeration.least;
    }

    private void from(int tenant) {
        if (tenant == tables.tenants().size()) {
            least = score.hard() == 0 ? Math.min(least, score.soft()) : least;
            return;
        }
        for (int seat : tables.tenant(tenant).seats()) {
            score.place(tenant, seat);
            from(tenant + 1);
        }
        score.place(tenant, Seat.NONE);
    }
}
