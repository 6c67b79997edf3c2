package org.caravan.solver;

import java.util.List;

/**
 * Seats whole clusters anew, one at a time, where that is better than how they sit: at the sites that cost least together, or all
 * tenants at one site of those that are best for their users. No move of a few tenants gets from one such site to another.
 */
final class ClusterDescent {

    private static final int PASSES = 4;
    private static final int SITES = 4;

    private final PlacementTables tables;
    private final List<int[]> clusters;
    private final ClusterHomes homes;

    ClusterDescent(PlacementTables tables, Clusters clusters, ClusterHomes homes) {
        this.tables = tables;
        this.clusters = clusters.all();
        this.homes = homes;
    }

    /** Until nothing becomes better. @param movable by cluster */
    void descend(boolean[] movable) {
        boolean better = true;
        for (int pass = 0; better && pass < PASSES; pass++) {
            better = false;
            for (int number = 0; number < clusters.size(); number++) {
                if (movable[number]) {
                    // First only where it costs least: that is quick, and often all there is to gain.
                    better |= reseat(number, pass == 0 ? 0 : SITES);
                }
            }
            better |= pass == 0;
        }
    }

    /** By tenant: whether its cluster gains by being seated anew as a whole. Seats are as before afterwards. */
    boolean[] gaining() {
        boolean[] gaining = new boolean[tables.tenants().size()];
        for (int number = 0; number < clusters.size(); number++) {
            KeptSeats before = homes.keep(number);
            boolean gains = reseat(number, 0);
            before.sit();
            for (int tenant : clusters.get(number)) {
                gaining[tenant] = gains;
            }
        }
        return gaining;
    }

    /**
     * Tries one cluster. Who sits worse than before sits as before.
     *
     * @param tried how many of the best sites are tried for all tenants together
     * @return whether anything became better
     */
    private boolean reseat(int number, int tried) {
        KeptSeats before = homes.keep(number);
        homes.unseat(number);
        homes.seatWell(number);
        KeptSeats best = better(number, before);
        int[] good = homes.best(number);
        for (int i = 0; i < Math.min(tried, good.length); i++) {
            homes.unseat(number);
            homes.seatAt(number, good[i]);
            best = better(number, best);
        }
        best.sit();
        return best != before;
    }

    private KeptSeats better(int number, KeptSeats best) {
        return best.isWorse() ? homes.keep(number) : best;
    }
}
