package org.caravan.server.adaptation;

import java.time.Duration;

/**
 * Smoothed round-trip time of a path and the time limit that follows from it, as TCP computes its retransmission timeout (RFC 6298). Not
 * thread-safe.
 */
final class RoundTripEstimate {

    private static final double GAIN = 0.125;
    private static final double VARIATION_GAIN = 0.25;
    private static final int DEVIATIONS = 4;

    private double smoothedMillis;
    private double variationMillis;
    private boolean measured;

    /** @param sample one round trip, not negative */
    void add(Duration sample) {
        double millis = sample.toNanos() / 1e6;
        if (!measured) {
            smoothedMillis = millis;
            variationMillis = millis / 2;
            measured = true;
            return;
        }
        variationMillis += VARIATION_GAIN * (Math.abs(smoothedMillis - millis) - variationMillis);
        smoothedMillis += GAIN * (millis - smoothedMillis);
    }

    boolean measured() {
        return measured;
    }

    /** Time within which an answer is expected; zero before the first sample. */
    Duration timeout() {
        return Duration.ofNanos(Math.round((smoothedMillis + DEVIATIONS * variationMillis) * 1e6));
    }
}
