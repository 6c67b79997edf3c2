package org.caravan.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Port to time, so that a test need not wait for it. */
public interface Clock {

    Clock SYSTEM = new Clock() {
        @Override
        public Instant now() {
            return Instant.now();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public boolean await(CountDownLatch signal, Duration limit) throws InterruptedException {
            return signal.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        }
    };

    /** The time of day, for records; it may jump. */
    Instant now();

    /** For durations, in ns from an arbitrary moment; it never jumps. */
    long nanos();

    /** Waits until the signal is given, at most so long; whether it was given. */
    boolean await(CountDownLatch signal, Duration limit) throws InterruptedException;
}
