package org.caravan.solver.model;

import java.util.Map;
import org.caravan.problem.EgressPrices;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PathPreference;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Traffic;

/**
 * Link between two instances, or from users to an instance. Path and cost are computed on demand from the best paths between two sites; a
 * table per link would need the square of the number of sites for each of thousands of links.
 *
 * @param index in its tables
 * @param from index of an instance, or the number of instances + index of the users
 * @param to index of an instance
 * @param wish objective that chooses the path, for all replicas together
 * @param goal traffic scaled so that its latency is the link's contribution to the weighted sum of latency goals
 * @param all traffic of all requests per second, with or without a goal; breaks ties between equal scores
 * @param kept by relation: path that is kept although another is better by less than measurement noise
 * @param gib outgoing traffic at the called end, in GiB per month
 * @param open paths assumed to be available; the link is as good in each respect as the best of them; only for bounds
 */
public record LinkModel(int index, int from, int to, PathTable ways, PathPreference wish, Traffic goal, Traffic all,
        Map<Integer, PathChoice> kept,
        double gib, AllowedPaths open) {

    private static final double MICROS_PER_MILLISECOND = 1_000;

    /** Link without traffic cost. */
    public LinkModel(int index, int from, int to, PathTable ways, Traffic one, Traffic goal, Traffic all, Map<Integer, PathChoice> kept) {
        this(index, from, to, ways, new PathPreference(one), goal, all, kept, 0, AllowedPaths.NONE);
    }

    public LinkModel open(AllowedPaths paths) {
        return new LinkModel(index, from, to, ways, wish, goal, all, kept, gib, paths);
    }

    public int relation(Position fromPosition, Position toPosition) {
        return ways.relation(fromPosition, toPosition);
    }

    public boolean reachable(int relation) {
        return !ways.between()[relation].isEmpty();
    }

    public boolean reachable(Position fromPosition, Position toPosition) {
        return reachable(relation(fromPosition, toPosition));
    }

    /** Returns null if no path is known. */
    public PathChoice path(int relation) {
        PathChoice stays = kept.get(relation);
        return stays != null ? stays : ways.between()[relation].best(wish).orElse(null);
    }

    /** Contribution to the soft score; 0 if no path is known. */
    public long cents(int relation) {
        return latencyCents(relation) + egressCents(relation);
    }

    /**
     * Contribution to the weighted sum of latency goals; 0 if no path is known. If several paths are assumed to be available, includes
     * egress.
     */
    public long latencyCents(int relation) {
        return open.any() && !kept.containsKey(relation) ? leastCents(ways.between()[relation])
                : rounded(relation, goal, RttStatistic.MEAN, PathPreference.POINTS_PER_MILLISECOND);
    }

    public long latencyCents(Position fromPosition, Position toPosition) {
        return latencyCents(relation(fromPosition, toPosition));
    }

    /** Contribution of the outgoing traffic at the called end to the cost goal. */
    public long egressCents(int relation) {
        return gib == 0 || open.any() && !kept.containsKey(relation) ? 0 : egressCents(price(relation));
    }

    public long egressCents(Position fromPosition, Position toPosition) {
        return egressCents(relation(fromPosition, toPosition));
    }

    private long egressCents(double price) {
        return Math.round(PathPreference.cents(gib, price) * wish.costWeight());
    }

    /** Cost per month of the outgoing traffic at the called end, in thousandths of a cent. */
    public long egressMills(int relation) {
        return gib == 0 ? 0 : EgressPrices.mills(gib, price(relation));
    }

    /** Outgoing traffic at the called end in a month. */
    public long bytes() {
        return gib == 0 ? 0 : EgressPrices.bytes(gib);
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
                double milliseconds = paths.milliseconds(index, goal, RttStatistic.MEAN);
                least = Math.min(least, Math.round(milliseconds * PathPreference.POINTS_PER_MILLISECOND) + egressCents(paths.price(index)));
            }
        }
        return least;
    }

    /** Total latency of all requests on the link in microseconds; 0 if no path is known. */
    public long pull(int relation) {
        return micros(relation, all, RttStatistic.MEAN);
    }

    /** Latency of the traffic in microseconds; 0 if no path is known, because that is already a violation. */
    public long micros(int relation, Traffic traffic, RttStatistic statistic) {
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
        double milliseconds = open.any() ? paths.leastMilliseconds(traffic, statistic)
                : paths.milliseconds(paths.bestIndex(wish), traffic, statistic);
        return Math.round(milliseconds * perMillisecond);
    }
}
