package org.caravan.execution.fleet;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Prevents an application from releasing or closing a machine that another application starts to use. The needs of a machine depend
 * on the targets of all applications, so targets stay unchanged while they are computed and applied.
 */
public final class TargetLocks {

    private final ReadWriteLock targets = new ReentrantReadWriteLock(true);
    private final Map<String, Lock> hosts = new ConcurrentHashMap<>();

    /** Runs work on a host's machine that depends on the targets. Must be short, because new targets wait for it. */
    public <T> T onHost(String hostId, Supplier<T> work) {
        return within(targets.readLock(), () -> within(hosts.computeIfAbsent(hostId, id -> new ReentrantLock(true)), work));
    }

    public <T> T changingTargets(Supplier<T> change) {
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
