package org.caravan.solver.cluster;

import org.caravan.solver.model.Seat;
import org.caravan.solver.score.RunningScore;

/** Snapshot of the assignment of a cluster and of the total score at that time. */
record KeptSeats(RunningScore score, int number, int[] cluster, int[] seats, long hard, long soft) {

    static KeptSeats of(RunningScore score, int number, int[] cluster) {
        int[] seats = new int[cluster.length];
        for (int v = 0; v < seats.length; v++) {
            seats[v] = score.seatOf(cluster[v]);
        }
        return new KeptSeats(score, number, cluster, seats, score.hard(), score.soft());
    }

    private boolean whole() {
        for (int seat : seats) {
            if (seat == Seat.NONE) {
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
            score.place(cluster[v], Seat.NONE);
        }
        for (int v = 0; v < seats.length; v++) {
            score.place(cluster[v], seats[v]);
        }
    }
}
