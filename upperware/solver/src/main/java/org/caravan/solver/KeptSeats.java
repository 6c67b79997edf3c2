package org.caravan.solver;

/** How a cluster sat, and what the whole score was then. */
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
            if (seat == RunningScore.NONE) {
                return false;
            }
        }
        return true;
    }

    /** Than how the cluster sits now. */
    boolean isWorse() {
        return !whole() || score.hard() < hard || score.hard() == hard && score.soft() < soft;
    }

    void sit() {
        for (int v = 0; v < seats.length; v++) {
            score.place(cluster[v], RunningScore.NONE);
        }
        for (int v = 0; v < seats.length; v++) {
            score.place(cluster[v], seats[v]);
        }
    }
}
