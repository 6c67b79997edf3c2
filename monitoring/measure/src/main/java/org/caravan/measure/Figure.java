package org.caravan.measure;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known of one quantity of a path, in the quantity's unit.
 *
 * @param halfWidth95 half the width of the 95 % confidence interval of the mean; of an estimate from other paths its error bound
 * @param samples behind it; of an estimate: those of the reverse path, from which alone it was taken, else 0
 * @param newest when the newest sample behind it was taken
 * @param p99 empty where too few samples were taken for it, and where it is not known from probes of the path or its reverse
 */
public record Figure(
        double mean, double halfWidth95, double median, double p95, int samples, Instant newest, Origin origin, Optional<P99> p99) {

    /** A figure always says where it comes from. */
    public enum Origin {
        MEASURED,
        /** Told by connections of applications; no probe was sent. */
        PASSIVE,
        /** From other paths that share its ends. */
        ESTIMATED
    }

    /** What was stored by earlier versions has no p99. */
    public Figure {
        p99 = p99 == null ? Optional.empty() : p99;
    }

    /** One without a p99. */
    public Figure(double mean, double halfWidth95, double median, double p95, int samples, Instant newest, Origin origin) {
        this(mean, halfWidth95, median, p95, samples, newest, origin, Optional.empty());
    }

    public Figure withP99(Optional<P99> known) {
        return new Figure(mean, halfWidth95, median, p95, samples, newest, origin, known);
    }
}
