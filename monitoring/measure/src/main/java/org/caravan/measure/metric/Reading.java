package org.caravan.measure.metric;

import java.time.Instant;

/**
 * One value of a metric.
 *
 * @param copy label of the copy, for example {@code sock-shop.frontend.1.7}; empty for the whole host, including its other processes
 * @param value in the metric's unit; finite, not negative; a rate is the mean since the previous reading
 */
public record Reading(String hostId, String copy, Metric metric, double value, Instant at) {

    public Reading {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("no " + metric + " of " + hostId + " " + copy + " can be " + value);
        }
    }
}
