package org.caravan.measure;

/**
 * The 99th percentile of one quantity of a path.
 *
 * @param value in the quantity's unit, nearest rank
 * @param samples that it was taken from, at least {@link #LEAST_SAMPLES}; more than those of the figure it stands beside where it is of a longer window
 */
public record P99(double value, int samples) {

    /** Of fewer the nearest rank is the greatest value, which says nothing of how often there is one like it. */
    public static final int LEAST_SAMPLES = 100;

    public P99 {
        if (samples < LEAST_SAMPLES) {
            throw new IllegalArgumentException("a 99th percentile takes " + LEAST_SAMPLES + " samples: " + samples);
        }
    }
}
