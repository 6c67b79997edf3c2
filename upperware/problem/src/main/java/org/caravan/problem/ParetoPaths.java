package org.caravan.problem;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.caravan.unit.BitRate;

/**
 * Pareto-optimal paths between two ends: no other path is nearer, faster and cheaper at once. Few paths remain, so choosing among them for
 * each traffic is cheaper than storing a choice per link. Paths that are optimal by mean times come first. Paths that are optimal only by
 * the metrics of SLOs (tail or worse end of an interval) follow.
 */
public final class ParetoPaths {

    private static final RttStatistic[] STATISTICS = RttStatistic.values();

    /** Without known paths. */
    public static final ParetoPaths NONE = new ParetoPaths(List.of(), 0);

    private final List<PathChoice> choices;
    /** Number of paths that are optimal by mean times; they come first. */
    private final int byMean;
    /** By statistic. */
    private final double[][] rtt;
    /** Bit/s; infinite if unknown, so that bytes take no time. */
    private final double[] rate;
    /** Rate used for SLOs, in bit/s. */
    private final double[] promisedRate;
    /** Millionths of a euro per GiB. */
    private final double[] price;
    private final boolean pricesDiffer;

    private ParetoPaths(List<PathChoice> choices, int byMean) {
        this.choices = List.copyOf(choices);
        this.byMean = byMean;
        this.rtt = new double[STATISTICS.length][];
        for (RttStatistic statistic : STATISTICS) {
            boolean same = statistic == RttStatistic.PROMISED_P99
                    && choices.stream().allMatch(choice -> choice.promised().p99Rtt().isEmpty());
            rtt[statistic.ordinal()] = same ? rtt[RttStatistic.PROMISED_P95.ordinal()] : rtts(choices, statistic);
        }
        this.rate = choices.stream().mapToDouble(ParetoPaths::rate).toArray();
        this.promisedRate = choices.stream().mapToDouble(choice -> rate(choice.promised().throughput())).toArray();
        this.price = choices.stream().mapToDouble(choice -> choice.egress().value()).toArray();
        this.pricesDiffer = Arrays.stream(price, 0, byMean).distinct().count() > 1;
    }

    private static double[] rtts(List<PathChoice> choices, RttStatistic statistic) {
        double[] rtts = new double[choices.size()];
        for (int i = 0; i < rtts.length; i++) {
            rtts[i] = choices.get(i).rtt(statistic).value();
        }
        return rtts;
    }

    /**
     * Selects the Pareto-optimal paths. Among paths equal for a traffic, the nearer one wins, then the first by name; the order reflects
     * this.
     */
    public static ParetoPaths of(List<PathChoice> all) {
        List<PathChoice> nearestFirst = all.stream()
                .sorted(Comparator.comparing(PathChoice::meanRtt).thenComparing(PathChoice::path))
                .toList();
        List<PathChoice> kept = new ArrayList<>();
        for (PathChoice choice : nearestFirst) {
            if (kept.stream().noneMatch(nearer -> rate(nearer) >= rate(choice) && nearer.egress().compareTo(choice.egress()) <= 0)) {
                kept.add(choice);
            }
        }
        int byMean = kept.size();
        for (PathChoice choice : nearestFirst) {
            if (!kept.contains(choice) && kept.stream().noneMatch(other -> noWorse(other, choice))) {
                kept.add(choice);
            }
        }
        return kept.isEmpty() ? NONE : new ParetoPaths(kept, byMean);
    }

    private static boolean noWorse(PathChoice one, PathChoice other) {
        return Arrays.stream(STATISTICS).allMatch(statistic -> one.rtt(statistic).compareTo(other.rtt(statistic)) <= 0)
                && rate(one) >= rate(other) && rate(one.promised().throughput()) >= rate(other.promised().throughput())
                && one.egress().compareTo(other.egress()) <= 0;
    }

    public boolean isEmpty() {
        return choices.isEmpty();
    }

    public int size() {
        return choices.size();
    }

    /** @param index 0 to {@link #size()} - 1, ordered by mean round-trip time */
    public PathChoice choice(int index) {
        return choices.get(index);
    }

    public Optional<PathChoice> best(PathPreference wish) {
        return choices.isEmpty() ? Optional.empty() : Optional.of(choices.get(bestIndex(wish)));
    }

    /** Index of the best path by the objective; 0 if there is none. */
    public int bestIndex(PathPreference wish) {
        int soonest = bestIndex(wish.deciding());
        if (!pricesDiffer || !wish.mindsMoney()) {
            return soonest;
        }
        int best = soonest;
        double least = points(soonest, wish);
        for (int index = 0; index < byMean; index++) {
            double points = points(index, wish);
            if (points < least) {
                least = points;
                best = index;
            }
        }
        return best;
    }

    private double points(int index, PathPreference wish) {
        return wish.points(milliseconds(index, wish.goal(), RttStatistic.MEAN), price[index]);
    }

    /** Index of the path with the shortest mean time for the traffic; 0 if there is none. */
    private int bestIndex(Traffic traffic) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        double[] meanRtt = rtt[RttStatistic.MEAN.ordinal()];
        for (int index = 0; index < byMean; index++) {
            double milliseconds = traffic.milliseconds(meanRtt[index], rate[index]);
            if (milliseconds < least) {
                least = milliseconds;
                best = index;
            }
        }
        return best;
    }

    /** Same result as {@link PathChoice#latency}, without creating an object. */
    public double milliseconds(int index, Traffic traffic, RttStatistic statistic) {
        return traffic.milliseconds(rtt[statistic.ordinal()][index], (statistic.isPromised() ? promisedRate : rate)[index]);
    }

    /** Number of paths that are optimal by mean times; they come first. */
    public int bestByMean() {
        return byMean;
    }

    /** Mean round-trip time of a path, in milliseconds. */
    public double meanRtt(int index) {
        return rtt[RttStatistic.MEAN.ordinal()][index];
    }

    /** Rate of a path in bit/s; infinite if unknown. */
    public double rate(int index) {
        return rate[index];
    }

    /** Whether the paths that are optimal by mean times differ in price. */
    public boolean pricesDiffer() {
        return pricesDiffer;
    }

    /** Egress price of a path, in millionths of a euro per GiB. */
    public double price(int index) {
        return price[index];
    }

    /** Lowest price of all paths, as in {@link #price}; requires at least one path. */
    public double leastPrice() {
        return Arrays.stream(price).min().orElseThrow();
    }

    /** Minimum time of the traffic over all paths; requires at least one path. */
    public double leastMilliseconds(Traffic traffic, RttStatistic statistic) {
        double least = Double.POSITIVE_INFINITY;
        for (int index = 0; index < choices.size(); index++) {
            least = Math.min(least, milliseconds(index, traffic, statistic));
        }
        return least;
    }

    private static double rate(PathChoice choice) {
        return rate(choice.throughput());
    }

    private static double rate(Optional<BitRate> throughput) {
        return throughput.map(rate -> (double) rate.value()).orElse(Double.POSITIVE_INFINITY);
    }
}
