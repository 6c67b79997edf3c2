package org.caravan.machine;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Serialises work on each machine. Some providers have unreliable idempotency tokens, so the check and the order must not
 * interleave. Machines share a fixed number of locks by hash, so unrelated work may occasionally wait.
 */
public final class MachineLocks {

    private static final int LOCKS = 64;

    private final List<ReentrantLock> locks = IntStream.range(0, LOCKS).mapToObj(index -> new ReentrantLock()).toList();

    /** Does the work under the machine's lock, which is reentrant. */
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
