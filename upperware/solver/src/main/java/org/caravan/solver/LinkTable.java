package org.caravan.solver;

import java.util.Map;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.PathChoice;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Traffic;

/**
 * A link between two tenants, or from users to a tenant. Which path it takes and what it costs is reckoned from the best
 * paths of the two sites when asked: a table per link would be the sites squared, for each of thousands of links.
 *
 * @param index in its tables
 * @param from index of a tenant, or the number of tenants + index of the users
 * @param to index of a tenant
 * @param one of one average request: what chooses the path
 * @param goal such that its latency is the link's part in the weighted sum of latency goals
 * @param all of all requests per second, whether a goal names them or not: what decides between seats equal by score
 * @param kept by relation, the path it keeps although another one is better by less than noise
 */
record LinkTable(
        int index, int from, int to, Ways ways, Traffic one, Traffic goal, Traffic all, Map<Integer, PathChoice> kept) {

    /** One unit of latency goal at weight 1, in ms: a hundredth, as a cent is of a euro. */
    private static final double CENTS_PER_MILLISECOND = 100;

    private static final double MICROS_PER_MILLISECOND = 1_000;

    int relation(Seat fromSeat, Seat toSeat) {
        return ways.relation(fromSeat, toSeat);
    }

    boolean reachable(int relation) {
        return !ways.between()[relation].isEmpty();
    }

    /** Hard penalty of a relation, or of {@link RunningScore#NONE}. */
    long unreachable(int relation) {
        return relation != RunningScore.NONE && !reachable(relation) ? HardWeight.UNREACHABLE : 0;
    }

    boolean reachable(Seat fromSeat, Seat toSeat) {
        return reachable(relation(fromSeat, toSeat));
    }

    /** Null where none is known. */
    PathChoice path(int relation) {
        PathChoice stays = kept.get(relation);
        return stays != null ? stays : ways.between()[relation].best(one).orElse(null);
    }

    /** Part in the weighted sum of latency goals; 0 where no path is known. */
    long cents(int relation) {
        return rounded(relation, goal, RttStatistic.MEAN, CENTS_PER_MILLISECOND);
    }

    long cents(Seat fromSeat, Seat toSeat) {
        return cents(relation(fromSeat, toSeat));
    }

    /** Microseconds that all requests together spend on it; 0 where no path is known. */
    long pull(int relation) {
        return micros(relation, all, RttStatistic.MEAN);
    }

    /** Microseconds of the traffic; 0 where no path is known, which is broken already. */
    long micros(int relation, Traffic traffic, RttStatistic statistic) {
        return rounded(relation, traffic, statistic, MICROS_PER_MILLISECOND);
    }

    private long rounded(int relation, Traffic traffic, RttStatistic statistic, double perMillisecond) {
        ParetoPaths paths = ways.between()[relation];
        if (paths.isEmpty() || traffic.roundTrips() == 0 && traffic.bytes() == 0) {
            return 0;
        }
        PathChoice stays = kept.isEmpty() ? null : kept.get(relation);
        double milliseconds = stays == null
                ? paths.milliseconds(
                        paths.bestIndex(one.roundTrips(), one.bytes()), traffic.roundTrips(), traffic.bytes(), statistic)
                : stays.latency(traffic, statistic).value();
        return Math.round(milliseconds * perMillisecond);
    }
}
