package org.caravan.measure;

import java.time.Instant;
import java.util.Optional;

/**
 * A statistic of one quantity of a path, in the unit of the quantity, with its origin.
 *
 * @param halfWidth95 half the width of the 95 % confidence interval of the mean; for an estimate from other paths, its error bound
 * @param samples number of samples; for an estimate: the samples of the reverse path if that is its only source, else 0
 * @param newest time of the newest sample
 * @param p99 empty if there are too few samples, or if the figure does not come from probes of the path or of its reverse
 */
public record PathStatistic(
        double mean, double halfWidth95, double median, double p95, int samples, Instant newest, Origin origin, Optional<P99> p99) {

    /** Source of a figure. */
    public enum Origin {
        MEASURED,
        /** Read from TCP connections of applications; no probe was sent. */
        PASSIVE,
        /** Derived from the reverse path, from other paths that share an end, or assumed within a site. */
        ESTIMATED
    }

    /** Accepts records stored by earlier versions, which have no p99. */
    public PathStatistic {
        p99 = p99 == null ? Optional.empty() : p99;
    }

    /** A figure without a p99. */
    public PathStatistic(double mean, double halfWidth95, double median, double p95, int samples, Instant newest, Origin origin) {
        this(mean, halfWidth95, median, p95, samples, newest, origin, Optional.empty());
    }

    public PathStatistic withP99(Optional<P99> known) {
        return new PathStatistic(mean, halfWidth95, median, p95, samples, newest, origin, known);
    }
}
