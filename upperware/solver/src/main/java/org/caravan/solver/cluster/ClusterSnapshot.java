package org.caravan.solver.cluster;

import org.caravan.solver.model.Position;
import org.caravan.solver.score.IncrementalScore;

/** Snapshot of the assignment of a cluster and of the total score at that time. */
record ClusterSnapshot(IncrementalScore score, int number, int[] cluster, int[] seats, long hard, long soft) {

    static ClusterSnapshot of(IncrementalScore score, int number, int[] cluster) {
        int[] seats = new int[cluster.length];
        for (int v = 0; v < seats.length; v++) {
            seats[v] = score.seatOf(cluster[v]);
        }
        return new ClusterSnapshot(score, number, cluster, seats, score.hard(), score.soft());
    }

    private boolean whole() {
        for (int seat : seats) {
            if (seat == Position.NONE) {
                return false;
            }
        }
        return true;
    }

    /** Whether the snapshot is worse than the current assignment. */
    boolean isWorse() {
        return !whole() || score.hard() < hard || score.hard() == hard && score.soft() < soft;
    }

    void sit() {
        for (int v = 0; v < seats.length; v++) {
            score.place(cluster[v], Position.NONE);
        }
        for (int v = 0; v < seats.length; v++) {
            score.place(cluster[v], seats[v]);
        }
    }
}
