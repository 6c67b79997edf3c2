package org.caravan.machine;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Work on one machine waits for other work on it: providers whose idempotency tokens cannot be relied upon need looking and
 * ordering to be one. Machines share a few locks by their labels' hashes, so that now and then one waits for another's work too.
 */
public final class MachineLocks {

    private static final int LOCKS = 64;

    private final List<ReentrantLock> locks = IntStream.range(0, LOCKS).mapToObj(index -> new ReentrantLock()).toList();

    /** Does the work, which may do work on the same machine itself. */
    public <T> T with(MachineLabel label, Supplier<T> work) {
        ReentrantLock lock = locks.get(Math.floorMod(label.hashCode(), LOCKS));
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
