package org.caravan.application;

/**
 * Distribution of a figure that varies between requests, known by its mean and 95th percentile: a constant plus an exponential
 * distribution. If both are equal, all requests have the same value.
 *
 * @param mean not negative
 * @param p95 not below the mean
 */
record ExponentialTail(double mean, double p95) {

    private static final double KNOWN = 95;
    private static final double MEDIAN = 50;

    /** At least the mean, because figures of several hops are added. @param percentile above 0 and below 100 */
    double percentile(double percentile) {
        return mean + Math.max(0, beyond(percentile)) * (p95 - mean);
    }

    /** Below the mean, and not negative. */
    double median() {
        return Math.max(0, mean + beyond(MEDIAN) * (p95 - mean));
    }

    /**
     * Share of requests with a greater value, 0 to 1. If the distribution would have values below 0, which count as 0, it is multiplied
     * so that the integral over all values is the mean.
     */
    double above(double value) {
        double scale = (p95 - mean) / (-Math.log1p(-KNOWN / 100) - 1);
        if (scale == 0) {
            return mean > value ? 1 : 0;
        }
        double least = mean - scale;
        double share = Math.min(1, Math.exp((least - value) / scale));
        return least < 0 ? share * mean / (scale * Math.exp(least / scale)) : share;
    }

    /** The mean on the tail through a median and a 95th percentile: the inverse of {@link #median}. */
    static double meanOf(double median, double p95) {
        return (median - beyond(MEDIAN) * p95) / (1 - beyond(MEDIAN));
    }

    /** Distance from the mean, in distances of the 95th percentile from it: −0.15 for the median. */
    private static double beyond(double percentile) {
        return (-Math.log1p(-percentile / 100) - 1) / (-Math.log1p(-KNOWN / 100) - 1);
    }
}
