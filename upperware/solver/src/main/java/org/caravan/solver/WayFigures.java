package org.caravan.solver;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.problem.ParetoPaths;

/**
 * Mean round-trip times, rates and prices of all paths that are the best by them, side by side by relation. A search asks for them more often than for anything else, and of a table of
 * objects waits for memory most of the time.
 */
final class WayFigures {

    private static final int EACH = 3;
    private static final double BITS_AND_MILLISECONDS = 8_000.0;

    /** By relation, and one more: where its first path is. */
    private final int[] firstOf;
    /** Milliseconds, bit/s and millionths of a euro per GiB in turn. */
    private final double[] figures;
    private final boolean[] pricesDiffer;
    /** Relations with more than one path, ascending. */
    private final int[] several;

    private WayFigures(ParetoPaths[] between, int[] firstOf) {
        this.firstOf = firstOf;
        this.figures = Stream.of(between).flatMapToDouble(WayFigures::figures).toArray();
        this.several = IntStream.range(0, between.length).filter(relation -> between[relation].size() > 1).toArray();
        this.pricesDiffer = new boolean[between.length];
        for (int relation = 0; relation < between.length; relation++) {
            pricesDiffer[relation] = between[relation].pricesDiffer();
        }
    }

    static WayFigures of(ParetoPaths[] between) {
        int[] firstOf = new int[between.length + 1];
        for (int relation = 0; relation < between.length; relation++) {
            firstOf[relation + 1] = firstOf[relation] + EACH * between[relation].bestByMean();
        }
        return new WayFigures(between, firstOf);
    }

    private static DoubleStream figures(ParetoPaths paths) {
        return IntStream.range(0, paths.bestByMean()).boxed().flatMapToDouble(index -> DoubleStream.of(paths.meanRtt(index), paths.rate(index), paths.price(index)));
    }

    boolean reachable(int relation) {
        return firstOf[relation] < firstOf[relation + 1];
    }

    /** Relations from one to before the other of which more than one path is known. */
    IntStream several(int from, int to) {
        return Arrays.stream(several, placeOf(from), placeOf(to));
    }

    private int placeOf(int relation) {
        int place = Arrays.binarySearch(several, relation);
        return place < 0 ? -place - 1 : place;
    }

    /** Whether it matters to who minds money which of its paths is taken. */
    boolean pricesDiffer(int relation) {
        return pricesDiffer[relation];
    }

    /** As of {@link ParetoPaths#price}, of a relation of which a path is known and prices do not differ. */
    double price(int relation) {
        return figures[firstOf[relation] + 2];
    }

    /**
     * What {@link ParetoPaths#milliseconds} says of the mean, by the path that takes the one traffic soonest.
     *
     * @param relation of which a path is known
     * @param traffic round trips and bytes: from this place on of the one that chooses, then of the one that is asked about
     */
    double milliseconds(int relation, double[] traffic, int place) {
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
