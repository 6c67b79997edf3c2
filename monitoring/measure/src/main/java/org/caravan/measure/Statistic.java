package org.caravan.measure;

import java.time.Instant;

/**
 * Samples of one quantity of one path over a window, in the quantity's unit.
 *
 * @param mean arithmetic mean
 * @param halfWidth95 half the width of the 95 % confidence interval of the mean (Student's t); 0 for one sample
 * @param p95 nearest rank; of three samples or more never the greatest, so that one wild sample is not taken for the path
 * @param samples at least 1
 */
public record Statistic(
        PathId path,
        Quantity quantity,
        double mean,
        double halfWidth95,
        double median,
        double p95,
        int samples,
        Instant newest) {}
