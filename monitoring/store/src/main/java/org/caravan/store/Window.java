package org.caravan.store;

import java.time.Duration;
import java.time.Instant;

/** Lengths of the time windows of summaries. */
enum Window {
    MINUTE(60),
    HOUR(3600);

    /** Maximum length of a timeline of minutes: 360 points, plus a minute for the delay of a request for six hours. */
    private static final Duration MINUTES_DRAWN = Duration.ofHours(6).plusMinutes(1);

    private final long seconds;

    Window(long seconds) {
        this.seconds = seconds;
    }

    Duration length() {
        return Duration.ofSeconds(seconds);
    }

    long seconds() {
        return seconds;
    }

    /** Window length of the points in a timeline from {@code since} to {@code now}. */
    static Window drawn(Instant since, Instant now) {
        return since.isBefore(now.minus(MINUTES_DRAWN)) ? HOUR : MINUTE;
    }

    /** Start of the window that holds the instant, in seconds since 1970. */
    long startOf(Instant instant) {
        return startOf(instant.getEpochSecond());
    }

    long startOf(long epochSecond) {
        return Math.floorDiv(epochSecond, seconds) * seconds;
    }

    /** Start of the first window that begins at or after the instant, in seconds since 1970. */
    long firstFrom(Instant instant) {
        long start = startOf(instant);
        return start == instant.getEpochSecond() && instant.getNano() == 0 ? start : start + seconds;
    }
}
