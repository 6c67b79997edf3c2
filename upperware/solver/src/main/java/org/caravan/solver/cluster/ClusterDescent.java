package org.caravan.solver.cluster;

import java.util.List;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;

/**
 * Reassigns whole clusters one at a time and keeps improvements. A cluster moves to the sites with the lowest total cost, or with all
 * instances to one of the sites that are best for its users. Moves of a few instances cannot lead from one site to another.
 */
final class ClusterDescent {

    private static final int PASSES = 4;
    private static final int SITES = 4;

    private final CompiledProblem tables;
    private final List<int[]> clusters;
    private final ClusterSiteAssignment homes;

    ClusterDescent(CompiledProblem tables, Clusters clusters, ClusterSiteAssignment homes) {
        this.tables = tables;
        this.clusters = clusters.all();
        this.homes = homes;
    }

    /** Repeats until nothing improves or the passes are used up. @param movable by cluster */
    void descend(boolean[] movable) {
        boolean better = true;
        for (int pass = 0; better && pass < PASSES; pass++) {
            better = false;
            for (int number = 0; number < clusters.size(); number++) {
                if (movable[number]) {
                    // The first pass tries only the cheapest sites; that is fast and often yields the whole gain.
                    better |= reassign(number, pass == 0 ? 0 : SITES);
                }
            }
            better |= pass == 0;
        }
    }

    /** Returns, by instance, whether its cluster gains from reassignment as a whole. The assignment is restored afterwards. */
    boolean[] gaining() {
        boolean[] gaining = new boolean[tables.instances().size()];
        for (int number = 0; number < clusters.size(); number++) {
            ClusterSnapshot before = homes.keep(number);
            boolean gains = reassign(number, 0);
            before.sit();
            for (int instance : clusters.get(number)) {
                gaining[instance] = gains;
            }
        }
        return gaining;
    }

    /**
     * Reassigns one cluster; restores it if the result is worse.
     *
     * @param tried number of the best sites tried with all instances together
     * @return whether the assignment improved
     */
    private boolean reassign(int number, int tried) {
        ClusterSnapshot before = homes.keep(number);
        homes.unassign(number);
        homes.assignWell(number);
        ClusterSnapshot best = better(number, before);
        int[] good = homes.best(number);
        for (int i = 0; i < Math.min(tried, good.length); i++) {
            homes.unassign(number);
            homes.positionAt(number, good[i]);
            best = better(number, best);
        }
        best.sit();
        return best != before;
    }

    private ClusterSnapshot better(int number, ClusterSnapshot best) {
        return best.isWorse() ? homes.keep(number) : best;
    }
}
