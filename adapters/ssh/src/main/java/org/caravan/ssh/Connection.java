package org.caravan.ssh;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.session.ClientSession;

/** The kept session to one machine. Many threads share it; the first one that finds it broken makes it anew for all. */
final class Connection {

    /** What is done on a session. */
    interface Work<T> {
        /** @throws NotStarted if nothing was sent yet, so that it may be tried again */
        T on(ClientSession session) throws IOException, NotStarted;
    }

    /** The session was gone before the work began. */
    static final class NotStarted extends Exception {
        private static final long serialVersionUID = 1L;

        NotStarted(Throwable cause) {
            super(cause);
        }
    }

    private final SshClient client;
    private final Machine machine;
    private final SshSettings settings;
    private final Semaphore channels;
    private CompletableFuture<ClientSession> attempt;

    Connection(SshClient client, Machine machine, SshSettings settings) {
        this.client = client;
        this.machine = machine;
        this.settings = settings;
        this.channels = new Semaphore(settings.channelsPerConnection(), true);
    }

    <T> T use(String doing, Duration timeout, Work<T> work) {
        acquire(doing, timeout);
        try {
            try {
                return work.on(session());
            } catch (NotStarted e) {
                return work.on(session());
            }
        } catch (NotStarted e) {
            throw Fault.unreachable(machine, e.getCause());
        } catch (IOException e) {
            throw Fault.broken(machine, doing, e);
        } finally {
            channels.release();
        }
    }

    private void acquire(String doing, Duration timeout) {
        try {
            if (!channels.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                throw Fault.timeout(machine, doing, timeout);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken(machine, doing, e);
        }
    }

    /** One thread connects, the others wait for it: a machine that is off costs each of them one timeout, not a queue of them. */
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
