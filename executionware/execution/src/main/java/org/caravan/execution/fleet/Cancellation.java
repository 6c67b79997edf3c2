package org.caravan.execution.fleet;

import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.caravan.execution.time.InterruptibleWait;

/**
 * Cancellation state of a run on this server. Work that must not follow a cancellation, such as starting a step, runs under a read
 * lock. A cancellation takes the write lock, so nothing of this kind enters the journal after it.
 */
public final class Cancellation implements AutoCloseable {

    private final InterruptibleWait server;
    private final InterruptibleWait patience;
    private final ReadWriteLock lock = new ReentrantReadWriteLock(true);
    private volatile boolean wished;

    public Cancellation(InterruptibleWait server) {
        this(server, server.ofRun());
    }

    private Cancellation(InterruptibleWait server, InterruptibleWait patience) {
        this.server = server;
        this.patience = patience;
    }

    /** For the undo phase of the same run, which cannot be cancelled. */
    public Cancellation none() {
        return new Cancellation(server, server);
    }

    /** Waiting that ends with the cancellation, or with the shutdown of the server. */
    public InterruptibleWait patience() {
        return patience;
    }

    public boolean wished() {
        return wished;
    }

    /** @return empty if the run is cancelled; the work is not done then */
    public <T> Optional<T> unlessWished(Supplier<T> work) {
        return TargetLocks.within(lock.readLock(), () -> wished ? Optional.empty() : Optional.of(work.get()));
    }

    /** @param written records the cancellation; if it throws, the run is not cancelled */
    public void wish(Runnable written) {
        TargetLocks.within(lock.writeLock(), () -> {
            written.run();
            wished = true;
            return null;
        });
        patience.giveUp();
    }

    /** Marks the run as cancelled if its journal already records it. */
    public void heard() {
        wish(() -> { });
    }

    @Override
    public void close() {
        server.leave(patience);
    }
}
