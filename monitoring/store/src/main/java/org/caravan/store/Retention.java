package org.caravan.store;

import java.time.Duration;

/**
 * Retention of samples and minute summaries. Hourly summaries are kept forever: a year of 300 paths is at most about 1 GB.
 *
 * @param samples retention of samples; at least an hour, so that the window of a probe run can begin at any time
 * @param minutes retention of minute summaries; at least as long as that of samples
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
