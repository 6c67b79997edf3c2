package org.caravan.solver.cluster;

import org.caravan.solver.model.Position;
import org.caravan.solver.score.IncrementalScore;

/** Snapshot of the assignment of a cluster and of the total score at that time. */
record ClusterSnapshot(IncrementalScore score, int number, int[] cluster, int[] positions, long hard, long soft) {

    static ClusterSnapshot of(IncrementalScore score, int number, int[] cluster) {
        int[] positions = new int[cluster.length];
        for (int v = 0; v < positions.length; v++) {
            positions[v] = score.positionOf(cluster[v]);
        }
        return new ClusterSnapshot(score, number, cluster, positions, score.hard(), score.soft());
    }

    private boolean whole() {
        for (int position : positions) {
            if (position == Position.NONE) {
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
        for (int v = 0; v < positions.length; v++) {
            score.place(cluster[v], Position.NONE);
        }
        for (int v = 0; v < positions.length; v++) {
            score.place(cluster[v], positions[v]);
        }
    }
}
