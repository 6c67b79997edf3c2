package org.caravan.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.caravan.execution.time.Clock;

/** Time that passes only by waiting, at once. */
public final class FastClock implements Clock {

    private final AtomicLong nanos;

    public FastClock() {
        this(0);
    }

    private FastClock(long nanos) {
        this.nanos = new AtomicLong(nanos);
    }

    /** Later than any other process of this machine has come to, if it waited less than a hundred times as long as it lived. */
    static FastClock laterInEachProcess() {
        return new FastClock(System.nanoTime() * 100);
    }

    @Override
    public Instant now() {
        return Instant.EPOCH.plusNanos(nanos.get());
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public boolean await(CountDownLatch signal, Duration limit) {
        nanos.addAndGet(limit.toNanos());
        return signal.getCount() == 0;
    }
}
