package org.caravan.execution;

import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Whether a run that is carried out here is cancelled. What must not be done after that, the beginning of a step above all, is done between two wishes:
 * once a wish is in the journal nothing of it is written there any more.
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

    /** For the way back of the same run, which nobody cancels. */
    Cancellation none() {
        return new Cancellation(server, server);
    }

    /** Waiting that ends with the wish, and with the server. */
    Patience patience() {
        return patience;
    }

    boolean wished() {
        return wished;
    }

    /** @return empty if the run is cancelled: then it is not done */
    <T> Optional<T> unlessWished(Supplier<T> work) {
        return Leases.within(lock.readLock(), () -> wished ? Optional.empty() : Optional.of(work.get()));
    }

    /** @param written writes the wish down, or throws: then there is none */
    void wish(Runnable written) {
        Leases.within(lock.writeLock(), () -> {
            written.run();
            wished = true;
            return null;
        });
        patience.giveUp();
    }

    /** The journal of this run says so already. */
    void heard() {
        wish(() -> { });
    }

    @Override
    public void close() {
        server.leave(patience);
    }
}
