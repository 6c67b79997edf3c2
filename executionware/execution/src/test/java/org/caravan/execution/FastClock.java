package org.caravan.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes only by waiting, at once. */
final class FastClock implements Clock {

    private final AtomicLong nanos = new AtomicLong();

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
