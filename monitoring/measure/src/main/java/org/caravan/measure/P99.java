package org.caravan.measure;

/**
 * The 99th percentile of one quantity of a path.
 *
 * @param value in the quantity's unit, nearest rank
 * @param samples number of samples, at least {@link #LEAST_SAMPLES}; more than the samples of the enclosing figure if it covers a
 *     longer window
 */
public record P99(double value, int samples) {

    /** With fewer samples the nearest rank is the maximum, which does not show how frequent such values are. */
    public static final int LEAST_SAMPLES = 100;

    public P99 {
        if (samples < LEAST_SAMPLES) {
            throw new IllegalArgumentException("a 99th percentile takes " + LEAST_SAMPLES + " samples: " + samples);
        }
    }
}
