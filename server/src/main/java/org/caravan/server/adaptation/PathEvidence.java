package org.caravan.server.adaptation;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What attempts to connect to one host have shown. A host has several addresses, and a filter may refuse one IP version at once while the
 * other is accepted a round trip later, so an accepted connection outweighs everything else of the same look. Thread-safe.
 */
final class PathEvidence {

    /** What is known about a host. The strongest comes last. */
    enum Evidence {
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
    private final RoundTripEstimate roundTrip = new RoundTripEstimate();
    private Evidence evidence = Evidence.NONE;
    /** Attempts whose end is outstanding, also of earlier looks. */
    private int open;
    private long foundAt;
    private long looked = System.nanoTime();

    /** Call before attempts; {@link #ended} follows for each of them. */
    void begun(int attempts) {
        lock.lock();
        open += attempts;
        lock.unlock();
    }

    /** @param took time of the attempt; a round trip if it was accepted or refused */
    void ended(Evidence found, Duration took) {
        lock.lock();
        try {
            open--;
            if (found.compareTo(Evidence.REFUSED) >= 0) {
                roundTrip.add(took);
            }
            if (found != Evidence.NONE && (!isNew() || found.compareTo(evidence) >= 0)) {
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
            return isNew() ? evidence : Evidence.NONE;
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

    /** Marks the end of a look: earlier evidence does not count for the next one. */
    void looked() {
        lock.lock();
        looked = System.nanoTime();
        lock.unlock();
    }

    boolean measured() {
        lock.lock();
        try {
            return roundTrip.measured();
        } finally {
            lock.unlock();
        }
    }

    Duration timeout() {
        lock.lock();
        try {
            return roundTrip.timeout();
        } finally {
            lock.unlock();
        }
    }
}
