package org.caravan.solver;

import java.util.Map;
import org.caravan.problem.EgressPrices;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PathWish;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Traffic;

/**
 * A link between two tenants, or from users to a tenant. Which path it takes and what it costs is reckoned from the best
 * paths of the two sites when asked: a table per link would be the sites squared, for each of thousands of links.
 *
 * @param index in its tables
 * @param from index of a tenant, or the number of tenants + index of the users
 * @param to index of a tenant
 * @param wish what chooses the path, all replicas together
 * @param goal such that its latency is the link's part in the weighted sum of latency goals
 * @param all of all requests per second, whether a goal names them or not: what decides between seats equal by score
 * @param kept by relation, the path it keeps although another one is better by less than noise
 * @param gib that leave by its far end in a month
 * @param open as which paths it is as good, in each respect as by the one that is best in that: only for bounds
 */
record LinkTable(int index, int from, int to, Ways ways, PathWish wish, Traffic goal, Traffic all, Map<Integer, PathChoice> kept,
        double gib, OpenPaths open) {

    private static final double MICROS_PER_MILLISECOND = 1_000;

    /** One whose traffic costs nothing. */
    LinkTable(int index, int from, int to, Ways ways, Traffic one, Traffic goal, Traffic all, Map<Integer, PathChoice> kept) {
        this(index, from, to, ways, new PathWish(one), goal, all, kept, 0, OpenPaths.NONE);
    }

    LinkTable open(OpenPaths paths) {
        return new LinkTable(index, from, to, ways, wish, goal, all, kept, gib, paths);
    }

    int relation(Seat fromSeat, Seat toSeat) {
        return ways.relation(fromSeat, toSeat);
    }

    boolean reachable(int relation) {
        return !ways.between()[relation].isEmpty();
    }

    boolean reachable(Seat fromSeat, Seat toSeat) {
        return reachable(relation(fromSeat, toSeat));
    }

    /** Null where none is known. */
    PathChoice path(int relation) {
        PathChoice stays = kept.get(relation);
        return stays != null ? stays : ways.between()[relation].best(wish).orElse(null);
    }

    /** Part in the soft score; 0 where no path is known. */
    long cents(int relation) {
        return latencyCents(relation) + egressCents(relation);
    }

    /** Part in the weighted sum of latency goals; 0 where no path is known. Where any path is thought of, with what its egress costs. */
    long latencyCents(int relation) {
        return open.any() && !kept.containsKey(relation) ? leastCents(ways.between()[relation])
                : rounded(relation, goal, RttStatistic.MEAN, PathWish.POINTS_PER_MILLISECOND);
    }

    long latencyCents(Seat fromSeat, Seat toSeat) {
        return latencyCents(relation(fromSeat, toSeat));
    }

    /** Part in the goal on cost, for what leaves by its far end. */
    long egressCents(int relation) {
        return gib == 0 || open.any() && !kept.containsKey(relation) ? 0 : egressCents(price(relation));
    }

    long egressCents(Seat fromSeat, Seat toSeat) {
        return egressCents(relation(fromSeat, toSeat));
    }

    private long egressCents(double price) {
        return Math.round(PathWish.cents(gib, price) * wish.costWeight());
    }

    /** What leaves by its far end costs in a month, in thousandths of a cent. */
    long egressMills(int relation) {
        return gib == 0 ? 0 : EgressPrices.mills(gib, price(relation));
    }

    /** Millionths of a euro per GiB. */
    private double price(int relation) {
        PathChoice stays = kept.isEmpty() ? null : kept.get(relation);
        ParetoPaths paths = ways.between()[relation];
        if (stays != null || paths.isEmpty()) {
            return stays == null ? 0 : stays.egress().value();
        }
        return open.toAll() ? paths.leastPrice() : paths.price(paths.bestIndex(wish));
    }

    private long leastCents(ParetoPaths paths) {
        long least = paths.isEmpty() ? 0 : Long.MAX_VALUE;
        int best = paths.bestIndex(wish);
        for (int index = 0; index < paths.size(); index++) {
            if (open.takes(paths, index, best)) {
                double milliseconds = paths.milliseconds(index, goal.roundTrips(), goal.bytes(), RttStatistic.MEAN);
                least = Math.min(least, Math.round(milliseconds * PathWish.POINTS_PER_MILLISECOND) + egressCents(paths.price(index)));
            }
        }
        return least;
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
        if (paths.isEmpty() || traffic.isNone()) {
            return 0;
        }
        PathChoice stays = kept.isEmpty() ? null : kept.get(relation);
        if (stays != null) {
            return Math.round(stays.latency(traffic, statistic).value() * perMillisecond);
        }
        double milliseconds = open.any() ? paths.leastMilliseconds(traffic.roundTrips(), traffic.bytes(), statistic)
                : paths.milliseconds(paths.bestIndex(wish), traffic.roundTrips(), traffic.bytes(), statistic);
        return Math.round(milliseconds * perMillisecond);
    }
}
