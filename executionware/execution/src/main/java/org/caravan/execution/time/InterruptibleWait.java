package org.caravan.execution.time;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Interruptible waiting that ends at shutdown. For a run, it also ends on cancellation. */
public final class InterruptibleWait {

    private final Clock clock;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Set<InterruptibleWait> runs = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    public InterruptibleWait(Clock clock) {
        this.clock = clock;
    }

    /** A child for one run; call {@link #leave} when the run has ended. */
    public InterruptibleWait ofRun() {
        InterruptibleWait run = new InterruptibleWait(clock);
        runs.add(run);
        if (stopped) {
            run.stop();
        }
        return run;
    }

    public void leave(InterruptibleWait run) {
        runs.remove(run);
    }

    public void stop() {
        stopped = true;
        end.countDown();
        runs.forEach(InterruptibleWait::stop);
    }

    /** For a run: ends all waiting of its steps. */
    public void giveUp() {
        end.countDown();
    }

    /**
     * @throws ShutdownException if the server shuts down
     * @throws RunCancelledException if the run is cancelled
     */
    public void pause(Duration duration) {
        try {
            if (end.getCount() == 0 || !duration.isZero() && !duration.isNegative() && clock.await(end, duration)) {
                throw stopped ? new ShutdownException() : new RunCancelledException();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ShutdownException();
        }
    }

    /**
     * Waits for the next element, also after shutdown or cancellation: work in progress still ends.
     *
     * @throws ShutdownException if the thread is interrupted
     */
    public <T> T take(BlockingQueue<T> queue) {
        try {
            return clock.take(queue);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ShutdownException();
        }
    }

    public Deadline deadline(Duration limit) {
        return new Deadline(clock, limit, clock.nanos() + limit.toNanos());
    }

    /** A monotonic deadline, independent of changes to the time of day. @param limit length of the time that it ends */
    public record Deadline(Clock clock, Duration limit, long atNanos) {

        public boolean passed() {
            return left().isNegative() || left().isZero();
        }

        public Duration left() {
            return Duration.ofNanos(atNanos - clock.nanos());
        }
    }

    /** Exponential back-off: pauses that double up to a maximum. */
    public final class BackOff {

        private final Duration longest;
        private Duration next;

        public BackOff(Duration first, Duration longest) {
            this.next = first;
            this.longest = longest;
        }

        public void pause() {
            InterruptibleWait.this.pause(next);
            Duration doubled = next.multipliedBy(2);
            next = doubled.compareTo(longest) < 0 ? doubled : longest;
        }
    }
}
