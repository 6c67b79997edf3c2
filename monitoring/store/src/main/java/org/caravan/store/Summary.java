package org.caravan.store;

import java.time.Instant;
import java.util.Optional;
import org.caravan.measure.Moments;
import org.caravan.measure.P99;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Statistic;

/**
 * Mergeable summary of a set of samples. Mean and variance are exact. Quantiles are within the error of the histogram, and never
 * outside the minimum and maximum.
 */
record Summary(Moments moments, double least, double greatest, Instant newest, Histogram histogram) {

    static Summary of(double value, Instant takenAt) {
        return new Summary(Moments.of(value), value, value, takenAt, Histogram.of(value));
    }

    Summary merge(Summary other) {
        return new Summary(
                moments.merge(other.moments),
                Math.min(least, other.least),
                Math.max(greatest, other.greatest),
                newest.isAfter(other.newest) ? newest : other.newest,
                histogram.merge(other.histogram));
    }

    Statistic statistic(PathId path, Quantity quantity) {
        return new Statistic(
                path,
                quantity,
                moments.mean(),
                moments.halfWidth95(),
                quantile(0.5),
                p95(),
                samples(),
                newest,
                samples() < P99.LEAST_SAMPLES ? Optional.empty() : Optional.of(new P99(quantile(0.99), samples())));
    }

    private int samples() {
        return (int) Math.min(Integer.MAX_VALUE, moments.count());
    }

    /**
     * With three or more values never the maximum, because one outlier does not represent the path
     * (docs/decisions/latency-percentiles.md).
     */
    private double p95() {
        double withoutGreatest = (moments.count() - 1.0) / moments.count();
        return quantile(moments.count() < 3 ? 0.95 : Math.min(0.95, withoutGreatest));
    }

    private double quantile(double rank) {
        return Math.max(least, Math.min(greatest, histogram.quantile(rank)));
    }
}
