package org.caravan.execution;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Waiting that ends at once when the server shuts down. */
final class Patience {

    private final Clock clock;
    private final CountDownLatch stop = new CountDownLatch(1);

    Patience(Clock clock) {
        this.clock = clock;
    }

    void stop() {
        stop.countDown();
    }

    boolean stopped() {
        return stop.getCount() == 0;
    }

    /** @throws Stopped if the server shuts down meanwhile */
    void pause(Duration duration) {
        try {
            if (stopped() || !duration.isZero() && !duration.isNegative() && clock.await(stop, duration)) {
                throw new Stopped();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stopped();
        }
    }

    Deadline deadline(Duration limit) {
        return new Deadline(clock, clock.nanos() + limit.toNanos());
    }

    /** A moment that comes even if the time of day jumps. */
    record Deadline(Clock clock, long atNanos) {

        boolean passed() {
            return left().isNegative() || left().isZero();
        }

        Duration left() {
            return Duration.ofNanos(atNanos - clock.nanos());
        }
    }

    /** Pauses that double, from the first to the longest. */
    final class BackOff {

        private final Duration longest;
        private Duration next;

        BackOff(Duration first, Duration longest) {
            this.next = first;
            this.longest = longest;
        }

        void pause() {
            Patience.this.pause(next);
            Duration doubled = next.multipliedBy(2);
            next = doubled.compareTo(longest) < 0 ? doubled : longest;
        }
    }
}
