package org.caravan.store;

import java.time.Duration;

/**
 * How long what is kept. Hourly summaries are kept for good: a year of 300 paths is about 1 GB at most.
 *
 * @param samples single samples; at least an hour, so that the window of a probe run can begin anywhere
 * @param minutes summaries per minute; at least as long as samples
 */
public record Retention(Duration samples, Duration minutes) {

    public static final Retention DEFAULT = new Retention(Duration.ofDays(2), Duration.ofDays(14));

    public Retention {
        if (samples.compareTo(Duration.ofHours(1)) < 0 || minutes.compareTo(samples) < 0) {
            throw new IllegalArgumentException(
                    "samples are kept an hour or longer, minutes as long or longer: " + samples + ", " + minutes);
        }
    }
}
