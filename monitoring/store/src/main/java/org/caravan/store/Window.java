package org.caravan.store;

import java.time.Instant;

/** The lengths of time that samples are summarised over. */
enum Window {
    MINUTE(60),
    HOUR(3600);

    private final long seconds;

    Window(long seconds) {
        this.seconds = seconds;
    }

    long seconds() {
        return seconds;
    }

    /** Start of the window that holds the instant, in seconds since 1970. */
    long startOf(Instant instant) {
        return startOf(instant.getEpochSecond());
    }

    long startOf(long epochSecond) {
        return Math.floorDiv(epochSecond, seconds) * seconds;
    }

    /** Start of the first window that begins at or after the instant. */
    long firstFrom(Instant instant) {
        long start = startOf(instant);
        return start == instant.getEpochSecond() && instant.getNano() == 0 ? start : start + seconds;
    }
}
