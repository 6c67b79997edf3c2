package org.caravan.server.adaptation;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What attempts to connect to one host have shown. A host has several addresses, and a filter may refuse one IP version at once while the
 * other is accepted a round trip later, so an accepted connection outweighs everything else of the same look. Thread-safe.
 */
final class PathEvidence {

    /** What is known about a host. The strongest comes last. */
    enum Evidence {
        /** No packet could be sent to any address: a fault on our side, such as no free file descriptor or no route. */
        UNABLE,
        /** Nothing. */
        NONE,
        /** The name of the host cannot be resolved: a fault on our side. */
        UNRESOLVED,
        /** A connection was refused: the host or a firewall answers, but no SSH server. */
        REFUSED,
        /** A connection was accepted. */
        ACCEPTED
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final RoundTripEstimate estimate = new RoundTripEstimate();
    private Evidence evidence = Evidence.NONE;
    /** Attempts whose end is outstanding, also of earlier looks. */
    private int open;
    private long foundAt;
    /** Number of this look. */
    private long look;
    /**
     * Attempts of this look: whose end is outstanding, and that ended with and without a packet that was sent. Those of earlier looks sent
     * their packets before a fault on our side that began meanwhile.
     */
    private int own;
    private int sent;
    private int unable;
    private long looked = System.nanoTime();
    private boolean silent;

    /**
     * Call before attempts; {@link #ended} follows for each of them.
     *
     * @return number of the look to which they belong
     */
    long begun(int attempts) {
        lock.lock();
        try {
            open += attempts;
            own += attempts;
            return look;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the end of an attempt.
     *
     * @param of number of the look in which it began
     * @param roundTrip measured by the attempt; empty if the round trip is ambiguous
     */
    void ended(long of, Evidence found, Optional<Duration> roundTrip) {
        lock.lock();
        try {
            open--;
            roundTrip.filter(took -> found.compareTo(Evidence.REFUSED) >= 0).ifPresent(estimate::add);
            if (of == look) {
                own--;
                unable += found == Evidence.UNABLE ? 1 : 0;
                sent += found == Evidence.UNABLE ? 0 : 1;
            }
            if (found.compareTo(Evidence.NONE) > 0 && (!isNew() || found.compareTo(evidence) >= 0)) {
                evidence = found;
                foundAt = System.nanoTime();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for evidence that is newer than the previous look, until this time of {@link System#nanoTime}. Less than an accepted connection
     * is returned early only if no attempt is outstanding.
     */
    Evidence take(long end) throws InterruptedException {
        lock.lock();
        try {
            for (long left = end - System.nanoTime(); !isFinal() && left > 0; left = end - System.nanoTime()) {
                changed.awaitNanos(left);
            }
            if (isNew()) {
                return evidence;
            }
            return own == 0 && sent == 0 && unable > 0 ? Evidence.UNABLE : Evidence.NONE;
        } finally {
            lock.unlock();
        }
    }

    private boolean isFinal() {
        return isNew() && (evidence == Evidence.ACCEPTED || open == 0);
    }

    private boolean isNew() {
        return evidence != Evidence.NONE && foundAt - looked > 0;
    }

    /** Marks the end of a look: earlier evidence does not count for the next one. @param unanswered whether the host was silent */
    void looked(boolean unanswered) {
        lock.lock();
        looked = System.nanoTime();
        look++;
        own = 0;
        sent = 0;
        unable = 0;
        silent = unanswered;
        lock.unlock();
    }

    /** Whether the previous look was silent. */
    boolean silent() {
        lock.lock();
        try {
            return silent;
        } finally {
            lock.unlock();
        }
    }

    boolean measured() {
        lock.lock();
        try {
            return estimate.measured();
        } finally {
            lock.unlock();
        }
    }

    Duration timeout() {
        lock.lock();
        try {
            return estimate.timeout();
        } finally {
            lock.unlock();
        }
    }
}
