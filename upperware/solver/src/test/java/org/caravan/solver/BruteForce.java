package org.caravan.solver;

import java.util.Optional;
import java.util.Set;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.score.RunningScore;
import org.caravan.solver.score.Seating;

/** Tries every placement: the truth, for problems small enough. */
public final class BruteForce {

    private final PlacementTables tables;
    private final RunningScore score;
    private final Set<String> excluded;
    private Seating best;

    private BruteForce(PlacementTables tables, Set<String> excluded) {
        this.excluded = excluded;
        this.tables = tables;
        this.score = new RunningScore(tables);
    }

    /** The best placement that breaks no obligation, on any host, also those that a filter would remove. */
    public static Optional<Seating> best(PlacementTables tables) {
        return best(tables, Set.of());
    }

    /** The same, but on none of the excluded hosts: no obligation is broken there, an operator has said so. */
    public static Optional<Seating> best(PlacementTables tables, Set<String> excluded) {
        BruteForce search = new BruteForce(tables, excluded);
        search.from(0);
        return Optional.ofNullable(search.best);
    }

    private void from(int tenant) {
        if (tenant == tables.tenants().size()) {
            Seating seating = new Seating(score.seats(), score.hard(), score.soft());
            if (seating.whole() && (best == null || seating.compareTo(best) < 0)) {
                best = seating;
            }
            return;
        }
        for (int host = 0; host < tables.hosts(); host++) {
            if (!excluded.contains(tables.seat(host).hostId())) {
                score.place(tenant, host);
                from(tenant + 1);
            }
        }
        score.place(tenant, Seat.NONE);
    }
}
