package org.caravan.solver;

import java.util.Arrays;

/**
 * Whom a search may move. In a large application that runs already, a lost host concerns few: with all of them movable a
 * search would win little by moving many.
 */
final class Affected {

    /** Tenants up to which all are movable: a search sees the whole of them at once. */
    private static final int FEW = 100;

    private Affected() {}

    static boolean[] all(PlacementTables tables) {
        boolean[] all = new boolean[tables.tenants().size()];
        Arrays.fill(all, true);
        return all;
    }

    /**
     * Those in clusters of which one has no seat any more, or without which less would be broken. If nobody is concerned so, what changed
     * is prices or paths: then those in clusters that gain by being seated anew, what moves cost counted in. All, if most are not
     * placed yet.
     *
     * @param index of the tables
     * @param clusters of the tables
     * @param now seats by the current target; {@link RunningScore#NONE} where there is none
     */
    static boolean[] of(PlacementTables tables, SeatIndex index, Clusters clusters, int[] now) {
        long placed = Arrays.stream(now).filter(seat -> seat != RunningScore.NONE).count();
        if (now.length <= FEW || placed * 2 < now.length) {
            return all(tables);
        }
        RunningScore score = new RunningScore(tables);
        score.load(now);
        if (score.terms().over() > 0) {
            // No cluster alone costs too much.
            return all(tables);
        }
        boolean[] concerned = score.hard() > 0 ? breaking(score, clusters) : new boolean[clusters.all().size()];
        for (int tenant = 0; tenant < now.length; tenant++) {
            concerned[clusters.of(tenant)] |= now[tenant] == RunningScore.NONE;
        }
        boolean[] movable = new boolean[now.length];
        boolean any = false;
        for (int tenant = 0; tenant < now.length; tenant++) {
            movable[tenant] = concerned[clusters.of(tenant)];
            any |= movable[tenant];
        }
        return any ? movable : new ClusterDescent(tables, clusters, new ClusterHomes(tables, index, score, clusters)).gaining();
    }

    /** By cluster: whether less would be broken without it, of whichever kind. Of several that are too much together each. */
    private static boolean[] breaking(RunningScore score, Clusters clusters) {
        boolean[] breaking = new boolean[clusters.all().size()];
        for (int number = 0; number < breaking.length; number++) {
            KeptSeats kept = KeptSeats.of(score, number, clusters.all().get(number));
            for (int tenant : kept.cluster()) {
                score.place(tenant, RunningScore.NONE);
            }
            breaking[number] = score.hard() < kept.hard();
            kept.sit();
        }
        return breaking;
    }
}
