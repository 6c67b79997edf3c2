package org.caravan.server.rehearsal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Clock of a rehearsal, which only the rehearsal advances. */
final class VirtualClock extends Clock {

    private final Instant begin;
    private Instant now;

    VirtualClock(Instant begin) {
        this.begin = begin;
        this.now = begin;
    }

    void set(Instant at) {
        now = at;
    }

    /** Monotonic time in ns, for pauses. */
    long nanos() {
        return Duration.between(begin, now).toNanos();
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return Clock.fixed(now, zone);
    }
}
