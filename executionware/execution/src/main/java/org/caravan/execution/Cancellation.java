package org.caravan.execution;

import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Cancellation state of a run on this server. Work that must not follow a cancellation, such as starting a step, runs under a read
 * lock. A cancellation takes the write lock, so nothing of this kind enters the journal after it.
 */
final class Cancellation implements AutoCloseable {

    private final Patience server;
    private final Patience patience;
    private final ReadWriteLock lock = new ReentrantReadWriteLock(true);
    private volatile boolean wished;

    Cancellation(Patience server) {
        this(server, server.ofRun());
    }

    private Cancellation(Patience server, Patience patience) {
        this.server = server;
        this.patience = patience;
    }

    /** For the undo phase of the same run, which cannot be cancelled. */
    Cancellation none() {
        return new Cancellation(server, server);
    }

    /** Waiting that ends with the cancellation, or with the shutdown of the server. */
    Patience patience() {
        return patience;
    }

    boolean wished() {
        return wished;
    }

    /** @return empty if the run is cancelled; the work is not done then */
    <T> Optional<T> unlessWished(Supplier<T> work) {
        return Leases.within(lock.readLock(), () -> wished ? Optional.empty() : Optional.of(work.get()));
    }

    /** @param written records the cancellation; if it throws, the run is not cancelled */
    void wish(Runnable written) {
        Leases.within(lock.writeLock(), () -> {
            written.run();
            wished = true;
            return null;
        });
        patience.giveUp();
    }

    /** Marks the run as cancelled if its journal already records it. */
    void heard() {
        wish(() -> { });
    }

    @Override
    public void close() {
        server.leave(patience);
    }
}
