package org.caravan.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Requests counted in consecutive intervals of equal length.
 *
 * @param begin start of the first interval
 * @param interval length of each interval, above 0
 * @param counts requests per interval, at least 0; NaN marks a gap: an interval that was not observed
 */
public record Series(Instant begin, Duration interval, List<Double> counts) {

    public Series {
        counts = List.copyOf(counts);
        if (interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("the interval of a series is " + interval + "; it must be above 0");
        }
        for (double count : counts) {
            if (count < 0 || Double.isInfinite(count)) {
                throw new IllegalArgumentException("a series counts " + count + " requests; a count is at least 0 and finite");
            }
        }
    }

    /** Number of intervals, gaps included. */
    public int size() {
        return counts.size();
    }

    /** The first intervals. {@code size} is 0 to {@link #size()}. */
    public Series first(int size) {
        return new Series(begin, interval, counts.subList(0, size));
    }

    /** The newest intervals; all of them if there are fewer than {@code size}. */
    public Series last(int size) {
        int from = Math.max(0, size() - size);
        return new Series(begin.plus(interval.multipliedBy(from)), interval, counts.subList(from, size()));
    }

    /** End of the last interval. */
    public Instant end() {
        return begin.plus(interval.multipliedBy(size()));
    }

    /**
     * Sums of {@code factor} intervals each, at least 1. The newest intervals stay complete: what does not fill an interval is left out at
     * the beginning. A sum with a gap in it is a gap.
     */
    public Series coarser(int factor) {
        int skipped = size() % factor;
        List<Double> sums = new ArrayList<>();
        for (int from = skipped; from < size(); from += factor) {
            sums.add(counts.subList(from, from + factor).stream().mapToDouble(Double::doubleValue).sum());
        }
        return new Series(begin.plus(interval.multipliedBy(skipped)), interval.multipliedBy(factor), sums);
    }

    /**
     * Marks sums that were counted late as gaps, with the zeros before them. Call this before series are added up: the zeros of one are
     * hidden by the counts of another.
     */
    public Series withoutLateSums() {
        double[] marked = values();
        Cleaning.markLateSums(marked);
        return with(marked);
    }

    /**
     * Sum of both, from the earlier begin to the later end: outside of its intervals, a series counts 0. A sum with a gap in it is a gap.
     *
     * @param other with the same interval, which begins whole intervals before or after this one
     */
    public Series plus(Series other) {
        if (!interval.equals(other.interval) || Duration.between(begin, other.begin).toMillis() % interval.toMillis() != 0) {
            throw new IllegalArgumentException("series of " + interval + " from " + begin + " and of " + other.interval + " from "
                    + other.begin + " cannot be added");
        }
        Instant first = begin.isBefore(other.begin) ? begin : other.begin;
        Instant last = end().isAfter(other.end()) ? end() : other.end();
        double[] sums = new double[(int) Duration.between(first, last).dividedBy(interval)];
        for (Series one : List.of(this, other)) {
            int from = (int) Duration.between(first, one.begin).dividedBy(interval);
            for (int index = 0; index < one.size(); index++) {
                sums[from + index] += one.counts.get(index);
            }
        }
        return new Series(first, interval, Arrays.stream(sums).boxed().toList());
    }

    double[] values() {
        return counts.stream().mapToDouble(Double::doubleValue).toArray();
    }

    Series with(double[] values) {
        return new Series(begin, interval, Arrays.stream(values).boxed().toList());
    }
}
