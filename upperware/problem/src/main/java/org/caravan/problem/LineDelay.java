package org.caravan.problem;

import java.util.Locale;
import org.caravan.unit.Millis;

/**
 * Delay that traffic causes in the queue of a line, in addition to the idle round-trip time.
 *
 * @param utilisation offered load by the rate of the line; can exceed 1
 * @param mean mean delay
 * @param p95 95th percentile of the delay, not below the mean
 * @param p99 99th percentile of the delay, not below the p95
 */
public record LineDelay(double utilisation, Millis mean, Millis p95, Millis p99) {

    /** For example {@code 92 % used}. */
    public String words() {
        return String.format(Locale.ROOT, "%.0f %% used", utilisation * 100);
    }
}
