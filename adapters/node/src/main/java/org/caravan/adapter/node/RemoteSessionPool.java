package org.caravan.adapter.node;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** Pool of remote sessions, one per machine. A session starts with the first call and is replaced when it has ended. */
final class RemoteSessionPool implements AutoCloseable {

    private final Shell shell;
    private final Map<Machine, Place> places = new ConcurrentHashMap<>();

    RemoteSessionPool(Shell shell) {
        this.shell = shell;
    }

    /** Throws {@link org.caravan.ssh.ShellFault}. */
    RemoteSession on(Machine machine) {
        return places.computeIfAbsent(machine, unused -> new Place()).session(shell, machine);
    }

    @Override
    public void close() {
        places.values().forEach(Place::close);
    }

    /**
     * One thread starts the session while others wait for it. If the machine is off, each call waits for one timeout at most, not
     * for several in sequence.
     */
    private static final class Place {

        private CompletableFuture<RemoteSession> attempt;

        RemoteSession session(Shell shell, Machine machine) {
            CompletableFuture<RemoteSession> current;
            boolean mine = false;
            synchronized (this) {
                if (attempt == null || attempt.isDone() && !fit()) {
                    close();
                    attempt = new CompletableFuture<>();
                    mine = true;
                }
                current = attempt;
            }
            if (mine) {
                begin(shell, machine, current);
            }
            try {
                return current.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof ShellFault fault ? fault : e;
            }
        }

        private static void begin(Shell shell, Machine machine, CompletableFuture<RemoteSession> begun) {
            try {
                begun.complete(RemoteSession.begin(shell, machine));
            } catch (RuntimeException | Error e) {
                begun.completeExceptionally(e);
            }
        }

        private boolean fit() {
            return !attempt.isCompletedExceptionally() && attempt.join().fit();
        }

        synchronized void close() {
            if (attempt != null && attempt.isDone() && !attempt.isCompletedExceptionally()) {
                attempt.join().close();
            }
        }
    }
}
