package org.caravan.server.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import org.caravan.execution.time.Clock;

/** The port to time of execution, on virtual time. */
final class VirtualClock implements Clock {

    private final Turns turns;

    VirtualClock(Turns turns) {
        this.turns = turns;
    }

    @Override
    public Instant now() {
        return turns.instant();
    }

    @Override
    public long nanos() {
        return turns.nanos();
    }

    @Override
    public boolean await(CountDownLatch signal, Duration limit) {
        turns.await(() -> signal.getCount() == 0, limit);
        return signal.getCount() == 0;
    }

    @Override
    public <T> T take(BlockingQueue<T> queue) throws InterruptedException {
        if (queue.isEmpty()) {
            turns.await(() -> !queue.isEmpty(), Duration.ofDays(100_000));
        }
        return queue.take();
    }

    /** The same time for code that uses the clock of the JDK. */
    static java.time.Clock ofDay(Turns turns) {
        return new java.time.Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public java.time.Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return turns.instant();
            }
        };
    }
}
