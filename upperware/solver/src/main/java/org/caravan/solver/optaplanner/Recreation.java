package org.caravan.solver.optaplanner;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.caravan.solver.cluster.ClusterSeating;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.SeatIndex;
import org.caravan.solver.score.RunningScore;

/**
 * Ruin-and-recreate move: removes a part of a cluster and places its instances one after the other on the best near hosts. Uses the score
 * of the search, which is restored before the move is returned.
 */
final class Recreation {

    private static final int MOST = 7;
    private static final ClusterSeating.Care CARE = new ClusterSeating.Care(2, 5);

    private final PlacementTables tables;
    private final List<SeatedTenant> all;
    private final RunningScore running;
    private final ClusterSeating seating;
    private final boolean[] named;

    Recreation(SeatingPlan plan, SeatIndex index) {
        this.tables = plan.tables();
        this.all = plan.seatedTenants();
        this.running = plan.running();
        this.seating = new ClusterSeating(tables, index, running);
        this.named = new boolean[tables.tenants().size()];
    }

    Relocation near(SeatedTenant one, Random random) {
        int[] ruined = ruined(one, random);
        int[] before = new int[ruined.length];
        for (int i = 0; i < ruined.length; i++) {
            before[i] = running.seatOf(ruined[i]);
            named[ruined[i]] = false;
        }
        seating.unseat(ruined);
        seating.seat(ruined, CARE);
        SeatedTenant[] who = new SeatedTenant[ruined.length];
        Seat[] where = new Seat[ruined.length];
        for (int i = 0; i < ruined.length; i++) {
            who[i] = all.get(ruined[i]);
            where[i] = tables.seat(running.seatOf(ruined[i]));
        }
        for (int i = 0; i < ruined.length; i++) {
            running.place(ruined[i], before[i]);
        }
        return new Relocation(who, where);
    }

    /** Selects an instance and a few instances connected to it by links, in random breadth-first order. */
    private int[] ruined(SeatedTenant one, Random random) {
        int[] ruined = new int[2 + random.nextInt(MOST - 1)];
        int count = 0;
        ruined[count++] = one.index();
        named[one.index()] = true;
        for (int at = 0; at < count && count < ruined.length; at++) {
            LinkTable[] links = tables.linksOf()[ruined[at]];
            int first = links.length == 0 ? 0 : random.nextInt(links.length);
            for (int i = 0; i < links.length && count < ruined.length; i++) {
                LinkTable link = links[(first + i) % links.length];
                SeatedTenant peer = all.get(link.from() == ruined[at] ? link.to() : link.from());
                if (peer.isFree() && !named[peer.index()]) {
                    named[peer.index()] = true;
                    ruined[count++] = peer.index();
                }
            }
        }
        return Arrays.copyOf(ruined, count);
    }
}
