package org.caravan.solver.model;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.problem.ParetoPaths;

/**
 * Mean round-trip times, rates and prices of all paths that are Pareto-optimal by the mean, stored contiguously by relation. These are the
 * most frequent accesses of a search; a table of objects would mostly wait for memory.
 */
public final class PathArrays {

    private static final int EACH = 3;
    private static final double BITS_AND_MILLISECONDS = 8_000.0;

    /** By relation: offset of its first path; one additional entry marks the end. */
    private final int[] firstOf;
    /** Milliseconds, bit/s and millionths of a euro per GiB alternately. */
    private final double[] figures;
    private final boolean[] pricesDiffer;
    /** Relations with more than one path, ascending. */
    private final int[] several;

    private PathArrays(ParetoPaths[] between, int[] firstOf) {
        this.firstOf = firstOf;
        this.figures = Stream.of(between).flatMapToDouble(PathArrays::figures).toArray();
        this.several = IntStream.range(0, between.length).filter(relation -> between[relation].size() > 1).toArray();
        this.pricesDiffer = new boolean[between.length];
        for (int relation = 0; relation < between.length; relation++) {
            pricesDiffer[relation] = between[relation].pricesDiffer();
        }
    }

    static PathArrays of(ParetoPaths[] between) {
        int[] firstOf = new int[between.length + 1];
        for (int relation = 0; relation < between.length; relation++) {
            firstOf[relation + 1] = firstOf[relation] + EACH * between[relation].bestByMean();
        }
        return new PathArrays(between, firstOf);
    }

    private static DoubleStream figures(ParetoPaths paths) {
        return IntStream.range(0, paths.bestByMean()).boxed()
                .flatMapToDouble(index -> DoubleStream.of(paths.meanRtt(index), paths.rate(index), paths.price(index)));
    }

    public boolean reachable(int relation) {
        return firstOf[relation] < firstOf[relation + 1];
    }

    /** Relations with more than one path. @param from inclusive @param to exclusive */
    IntStream several(int from, int to) {
        return Arrays.stream(several, placeOf(from), placeOf(to));
    }

    private int placeOf(int relation) {
        int place = Arrays.binarySearch(several, relation);
        return place < 0 ? -place - 1 : place;
    }

    /** Whether the paths of the relation differ in price. */
    public boolean pricesDiffer(int relation) {
        return pricesDiffer[relation];
    }

    /** See {@link ParetoPaths#price}; for a relation with a known path and without price differences. */
    public double price(int relation) {
        return figures[firstOf[relation] + 2];
    }

    /**
     * Mean latency as in {@link ParetoPaths#milliseconds}, on the path that is fastest for the deciding traffic.
     *
     * @param relation with a known path
     * @param traffic from {@code place} on: round trips and bytes of the deciding traffic, then round trips and bytes of the evaluated
     * traffic
     */
    public double milliseconds(int relation, double[] traffic, int place) {
        int best = firstOf[relation];
        int end = firstOf[relation + 1];
        if (end - best > EACH) {
            best = soonest(best, end, traffic[place], traffic[place + 1]);
        }
        return milliseconds(best, traffic[place + 2], traffic[place + 3]);
    }

    private int soonest(int first, int end, double roundTrips, double bytes) {
        int best = first;
        double least = milliseconds(first, roundTrips, bytes);
        for (int at = first + EACH; at < end; at += EACH) {
            double milliseconds = milliseconds(at, roundTrips, bytes);
            if (milliseconds < least) {
                least = milliseconds;
                best = at;
            }
        }
        return best;
    }

    private double milliseconds(int at, double roundTrips, double bytes) {
        return roundTrips * figures[at] + bytes * BITS_AND_MILLISECONDS / figures[at + 1];
    }
}
