package org.caravan.problem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Of all paths between two ends those that are the best for some traffic: no other one is at once nearer and faster. Few
 * are left of many, so that asking again for each traffic is cheaper than keeping an answer per link.
 */
public final class ParetoPaths {

    /** Where nothing is known. */
    public static final ParetoPaths NONE = new ParetoPaths(List.of());

    private final List<PathChoice> choices;
    private final double[] meanRtt;
    private final double[] p95Rtt;
    /** Bit/s; infinite where unknown, for then bytes take no time. */
    private final double[] rate;

    private ParetoPaths(List<PathChoice> choices) {
        this.choices = List.copyOf(choices);
        this.meanRtt = choices.stream().mapToDouble(choice -> choice.meanRtt().value()).toArray();
        this.p95Rtt = choices.stream().mapToDouble(choice -> choice.p95Rtt().value()).toArray();
        this.rate = choices.stream().mapToDouble(ParetoPaths::rate).toArray();
    }

    /** Of paths that do equally well for a traffic the nearer one wins, then the first by name; so does it here. */
    public static ParetoPaths of(List<PathChoice> all) {
        List<PathChoice> nearestFirst = all.stream()
                .sorted(Comparator.comparing(PathChoice::meanRtt).thenComparing(PathChoice::path))
                .toList();
        List<PathChoice> kept = new ArrayList<>();
        double fastest = 0;
        for (PathChoice choice : nearestFirst) {
            if (rate(choice) > fastest) {
                fastest = rate(choice);
                kept.add(choice);
            }
        }
        return kept.isEmpty() ? NONE : new ParetoPaths(kept);
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

    public Optional<PathChoice> best(Traffic traffic) {
        return choices.isEmpty() ? Optional.empty() : Optional.of(choices.get(bestIndex(traffic.roundTrips(), traffic.bytes())));
    }

    /**
     * Index of the path that takes such traffic in the shortest mean time; 0 where there is none.
     *
     * @param bytes payload, both directions together
     */
    public int bestIndex(double roundTrips, double bytes) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
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
        double rtt = statistic == RttStatistic.MEAN ? meanRtt[index] : p95Rtt[index];
        return roundTrips * rtt + bytes * 8_000.0 / rate[index];
    }

    private static double rate(PathChoice choice) {
        return choice.throughput().map(rate -> (double) rate.value()).orElse(Double.POSITIVE_INFINITY);
    }
}
