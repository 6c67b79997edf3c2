package org.caravan.execution.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Port to time, so that tests need not wait. */
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

    /** Time of day, for records; it can jump. */
    Instant now();

    /** Monotonic time for durations, in ns from an arbitrary origin. */
    long nanos();

    /** Waits for the signal, at most for the limit. Returns true if the signal was given. */
    boolean await(CountDownLatch signal, Duration limit) throws InterruptedException;

    /** Waits for the next element of the queue. A virtual clock lets other work go on meanwhile. */
    default <T> T take(BlockingQueue<T> queue) throws InterruptedException {
        return queue.take();
    }
}
