package org.caravan.ssh;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.session.ClientSession;

/** The persistent session to one machine, shared by many threads. The first thread that finds it broken reconnects for all. */
final class Connection implements MachineResources.Resource {

    /** Work on a session. */
    interface Work<T> {
        /** @throws NotStarted if nothing was sent yet, so that the work may be retried */
        T on(ClientSession session) throws IOException, NotStarted;
    }

    /** Work that continues after the call that started it. */
    interface LastingWork<T> {
        /** @param released to be called when the work has ended; idempotent */
        T on(ClientSession session, Runnable released) throws IOException, NotStarted;
    }

    /** The session was lost before the work started. */
    static final class NotStarted extends Exception {
        private static final long serialVersionUID = 1L;

        NotStarted(Throwable cause) {
            super(cause);
        }
    }

    private final SshClient client;
    private final Machine machine;
    private final SshSettings settings;
    private final Duration unused;
    private final Semaphore channels;
    private volatile long lastUse = System.nanoTime();
    private CompletableFuture<ClientSession> attempt;

    /** @param unused time without a command after which it is unused */
    Connection(SshClient client, Machine machine, SshSettings settings, Duration unused) {
        this.client = client;
        this.machine = machine;
        this.settings = settings;
        this.unused = unused;
        this.channels = new Semaphore(settings.channelsPerConnection(), true);
    }

    /** Whether a command uses the connection, or has used it recently. */
    @Override
    public boolean used() {
        return channels.availablePermits() < settings.channelsPerConnection() || System.nanoTime() - lastUse <= unused.toNanos();
    }

    @Override
    public synchronized void close() {
        if (attempt != null && attempt.isDone() && !attempt.isCompletedExceptionally()) {
            attempt.join().close(false);
        }
    }

    private void release() {
        lastUse = System.nanoTime();
        channels.release();
    }

    <T> T use(String doing, Duration timeout, Work<T> work) {
        acquire(doing, timeout);
        try {
            return onSession(doing, work);
        } finally {
            release();
        }
    }

    /** Like {@link #use}, but the channel stays in use until the work releases it. */
    <T> T keep(String doing, Duration timeout, LastingWork<T> work) {
        acquire(doing, timeout);
        AtomicBoolean held = new AtomicBoolean(true);
        Runnable released = () -> {
            if (held.getAndSet(false)) {
                release();
            }
        };
        try {
            return onSession(doing, session -> work.on(session, released));
        } catch (RuntimeException | Error e) {
            released.run();
            throw e;
        }
    }

    private <T> T onSession(String doing, Work<T> work) {
        try {
            try {
                return work.on(session());
            } catch (NotStarted e) {
                return work.on(session());
            }
        } catch (NotStarted e) {
            throw SshFault.unreachable(machine, e.getCause());
        } catch (IOException e) {
            throw SshFault.broken(machine, doing, e);
        }
    }

    private void acquire(String doing, Duration timeout) {
        try {
            if (!channels.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                throw SshFault.timeout(machine, doing, timeout);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SshFault.broken(machine, doing, e);
        }
    }

    /**
     * One thread connects while others wait. If the machine is off, each call waits for one timeout at most, not for several in
     * sequence.
     */
    private ClientSession session() {
        CompletableFuture<ClientSession> current;
        boolean mine = false;
        synchronized (this) {
            if (attempt == null || attempt.isDone() && !usable()) {
                attempt = new CompletableFuture<>();
                mine = true;
            }
            current = attempt;
        }
        if (mine) {
            try {
                current.complete(Login.open(client, machine, settings));
            } catch (RuntimeException | Error e) {
                current.completeExceptionally(e);
            }
        }
        try {
            return current.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof ShellFault fault ? fault : e;
        }
    }

    private boolean usable() {
        return !attempt.isCompletedExceptionally() && attempt.join().isOpen() && attempt.join().isAuthenticated();
    }
}
