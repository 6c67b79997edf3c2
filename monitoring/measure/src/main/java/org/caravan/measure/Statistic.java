package org.caravan.measure;

import java.time.Instant;
import java.util.Optional;

/**
 * Statistic of the samples of one quantity of one path over a time window, in the quantity's unit.
 *
 * @param mean arithmetic mean
 * @param halfWidth95 half the width of the 95 % confidence interval of the mean (Student's t); 0 for one sample
 * @param p95 nearest rank; with three or more samples never the maximum, so that one outlier does not represent the path
 * @param samples number of samples, at least 1
 * @param newest time of the newest sample
 * @param p99 empty if there are too few samples for it
 */
public record Statistic(
        PathId path,
        Quantity quantity,
        double mean,
        double halfWidth95,
        double median,
        double p95,
        int samples,
        Instant newest,
        Optional<P99> p99) {

    /** A statistic without a p99. */
    public Statistic(PathId path, Quantity quantity, double mean, double halfWidth95, double median, double p95, int samples,
            Instant newest) {
        this(path, quantity, mean, halfWidth95, median, p95, samples, newest, Optional.empty());
    }

    public Statistic withP99(Optional<P99> known) {
        return new Statistic(path, quantity, mean, halfWidth95, median, p95, samples, newest, known);
    }
}
