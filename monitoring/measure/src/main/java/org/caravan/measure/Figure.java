package org.caravan.measure;

import java.time.Instant;

/**
 * What is known of one quantity of a path, in the quantity's unit.
 *
 * @param halfWidth95 half the width of the 95 % confidence interval of the mean; of an estimate from other paths its error bound
 * @param samples behind it; of an estimate: those of the reverse path, from which alone it was taken, else 0
 * @param newest when the newest sample behind it was taken
 */
public record Figure(
        double mean, double halfWidth95, double median, double p95, int samples, Instant newest, Origin origin) {

    /** A figure always says where it comes from. */
    public enum Origin {
        MEASURED,
        /** Told by connections of applications; no probe was sent. */
        PASSIVE,
        /** From other paths that share its ends. */
        ESTIMATED
    }
}
