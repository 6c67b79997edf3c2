package org.caravan.execution;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Keeps one application from giving back, or closing, a machine that another one is just about to use. What a machine needs
 * follows from the targets of all applications: while it is reckoned and done, no target changes.
 */
final class Leases {

    private final ReadWriteLock targets = new ReentrantReadWriteLock(true);
    private final Map<String, Lock> hosts = new ConcurrentHashMap<>();

    /** For work on a host's machine that rests on the targets. Short: a new target waits for it. */
    <T> T onHost(String hostId, Supplier<T> work) {
        return within(targets.readLock(), () -> within(hosts.computeIfAbsent(hostId, id -> new ReentrantLock(true)), work));
    }

    <T> T changingTargets(Supplier<T> change) {
        return within(targets.writeLock(), change);
    }

    static <T> T within(Lock lock, Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
