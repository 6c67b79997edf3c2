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
     * Those in clusters of which one has no seat any more or sits where an obligation is broken. If nobody is concerned so, what changed
     * is prices or paths: then those in clusters that gain by being seated anew, what moves cost counted in. All, if most are not
     * placed yet.
     *
     * @param now seats by the current target; {@link RunningScore#NONE} where there is none
     */
    static boolean[] of(PlacementTables tables, int[] now) {
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
        Clusters clusters = new Clusters(tables);
        boolean[] concerned = new boolean[clusters.all().size()];
        for (int tenant = 0; tenant < now.length; tenant++) {
            concerned[clusters.of(tenant)] |= now[tenant] == RunningScore.NONE || crowded(tables, score, now[tenant]);
        }
        for (JourneyHop hop : tables.hops()) {
            concerned[clusters.of(hop.to())] |= hop.journey().missedBy(score.micros(hop.journey())) > 0;
        }
        tables.separated().stream().filter(score::isTogether).forEach(pair -> concerned[clusters.of(pair.one())] = true);
        tables.couplings().broken(tables, now).stream().filter(Coupled::required)
                .forEach(coupled -> concerned[clusters.of(coupled.one())] = true);
        boolean[] movable = new boolean[now.length];
        boolean any = false;
        for (int tenant = 0; tenant < now.length; tenant++) {
            movable[tenant] = concerned[clusters.of(tenant)];
            any |= movable[tenant];
        }
        return any ? movable : new ClusterDescent(tables, clusters, new ClusterHomes(tables, new SeatIndex(tables), score, clusters)).gaining();
    }

    private static boolean crowded(PlacementTables tables, RunningScore score, int host) {
        Seat seat = tables.seat(host);
        return score.cpuUsed(host) > seat.cpuFree() || score.memoryUsed(host) > seat.memoryFree()
                || score.terms().diskOver(seat) > 0;
    }
}
