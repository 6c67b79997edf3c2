package org.caravan.problem;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.caravan.unit.BitRate;

/**
 * Of all paths between two ends those that are the best for some traffic: no other one is at once nearer, faster and cheaper. Few
 * are left of many, so that asking again for each traffic is cheaper than keeping an answer per link.
 */
public final class ParetoPaths {

    private static final RttStatistic[] STATISTICS = RttStatistic.values();

    /** Where nothing is known. */
    public static final ParetoPaths NONE = new ParetoPaths(List.of(), List.of());

    private final List<PathChoice> choices;
    /** By statistic. */
    private final double[][] rtt;
    /** Bit/s; infinite where unknown, for then bytes take no time. */
    private final double[] rate;
    /** The same as promises count it. */
    private final double[] promisedRate;
    /** Millionths of a euro per GiB. */
    private final double[] price;
    private final boolean pricesDiffer;
    /** Of all paths, by statistic. */
    private final double[] leastRtt;

    private ParetoPaths(List<PathChoice> all, List<PathChoice> choices) {
        this.choices = List.copyOf(choices);
        this.rtt = new double[STATISTICS.length][];
        this.leastRtt = new double[STATISTICS.length];
        for (RttStatistic statistic : STATISTICS) {
            rtt[statistic.ordinal()] = rtts(choices, statistic);
            leastRtt[statistic.ordinal()] = least(all, statistic);
        }
        this.rate = choices.stream().mapToDouble(ParetoPaths::rate).toArray();
        this.promisedRate = choices.stream().mapToDouble(choice -> rate(choice.promised().throughput())).toArray();
        this.price = choices.stream().mapToDouble(choice -> choice.egress().value()).toArray();
        this.pricesDiffer = Arrays.stream(price).distinct().count() > 1;
    }

    private static double[] rtts(List<PathChoice> choices, RttStatistic statistic) {
        double[] rtts = new double[choices.size()];
        for (int i = 0; i < rtts.length; i++) {
            rtts[i] = choices.get(i).rtt(statistic).value();
        }
        return rtts;
    }

    private static double least(List<PathChoice> choices, RttStatistic statistic) {
        double least = choices.isEmpty() ? 0 : Double.POSITIVE_INFINITY;
        for (PathChoice choice : choices) {
            least = Math.min(least, choice.rtt(statistic).value());
        }
        return least;
    }

    /** Of paths that do equally well for a traffic the nearer one wins, then the first by name; so does it here. */
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
        return kept.isEmpty() ? NONE : new ParetoPaths(all, kept);
    }

    public boolean isEmpty() {
        return choices.isEmpty();
    }

    public int size() {
        return choices.size();
    }

    /** @param index 0 to {@link #size()} - 1, the nearest path first */
    public PathChoice choice(int index) {
        return choices.get(index);
    }

    public Optional<PathChoice> best(PathWish wish) {
        return choices.isEmpty() ? Optional.empty() : Optional.of(choices.get(bestIndex(wish)));
    }

    /** Index of the path that is wished for most; 0 where there is none. */
    public int bestIndex(PathWish wish) {
        Traffic one = wish.one();
        int soonest = bestIndex(one.roundTrips(), one.bytes());
        if (!pricesDiffer || !wish.mindsMoney()) {
            return soonest;
        }
        int best = soonest;
        double least = points(soonest, wish);
        for (int index = 0; index < rate.length; index++) {
            double points = points(index, wish);
            if (points < least) {
                least = points;
                best = index;
            }
        }
        return best;
    }

    private double points(int index, PathWish wish) {
        return wish.points(milliseconds(index, wish.goal().roundTrips(), wish.goal().bytes(), RttStatistic.MEAN), price[index]);
    }

    /**
     * Index of the path that takes such traffic in the shortest mean time; 0 where there is none.
     *
     * @param bytes payload, both directions together
     */
    private int bestIndex(double roundTrips, double bytes) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        double[] meanRtt = rtt[RttStatistic.MEAN.ordinal()];
        for (int index = 0; index < rate.length; index++) {
            double milliseconds = roundTrips * meanRtt[index] + bytes * 8_000.0 / rate[index];
            if (milliseconds < least) {
                least = milliseconds;
                best = index;
            }
        }
        return best;
    }

    /** What {@link PathChoice#latency} says, without an object. */
    public double milliseconds(int index, double roundTrips, double bytes, RttStatistic statistic) {
        return roundTrips * rtt[statistic.ordinal()][index] + bytes * 8_000.0 / (statistic.isPromised() ? promisedRate : rate)[index];
    }

    /** Mean round-trip time of a path, in milliseconds. */
    public double meanRtt(int index) {
        return rtt[RttStatistic.MEAN.ordinal()][index];
    }

    /** Rate of a path, in bit/s; infinite where unknown. */
    public double rate(int index) {
        return rate[index];
    }

    /** Whether one of them costs more than another for the same data. */
    public boolean pricesDiffer() {
        return pricesDiffer;
    }

    /** Price of data by a path, in millionths of a euro per GiB. */
    public double price(int index) {
        return price[index];
    }

    /** The lowest of all, as of {@link #price}; only where there is a path. */
    public double leastPrice() {
        return Arrays.stream(price).min().orElseThrow();
    }

    /** What such traffic takes at least, by whichever path of all. */
    public double leastMilliseconds(double roundTrips, double bytes, RttStatistic statistic) {
        double fastest = Arrays.stream(rate).max().orElse(Double.POSITIVE_INFINITY);
        return roundTrips * leastRtt[statistic.ordinal()] + bytes * 8_000.0 / fastest;
    }

    private static double rate(PathChoice choice) {
        return rate(choice.throughput());
    }

    private static double rate(Optional<BitRate> throughput) {
        return throughput.map(rate -> (double) rate.value()).orElse(Double.POSITIVE_INFINITY);
    }
}
