package org.caravan.adapter.node;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.caravan.ssh.Machine;
import org.caravan.ssh.MachineResources;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** Pool of remote sessions, one per machine. A session starts with the first call and is replaced when it has ended. */
final class RemoteSessionPool implements AutoCloseable {

    private final Shell shell;
    private final LongSupplier clock;
    private final MachineResources<Place> places = new MachineResources<>(Place::new);

    RemoteSessionPool(Shell shell) {
        this(shell, System::nanoTime);
    }

    /** @param clock in ns, as {@link System#nanoTime} */
    RemoteSessionPool(Shell shell, LongSupplier clock) {
        this.shell = shell;
        this.clock = clock;
    }

    /** Throws {@link org.caravan.ssh.ShellFault}. */
    RemoteSession on(Machine machine) {
        return places.with(machine, Place::session);
    }

    /** Number of machines with a session; an ended one counts until a session begins, of any machine. */
    int size() {
        return places.size();
    }

    @Override
    public void close() {
        places.close();
    }

    /**
     * One thread starts the session while others wait for it. If the machine is off, each call waits for one timeout at most, not
     * for several in sequence.
     */
    private final class Place implements MachineResources.Resource {

        private final Machine machine;
        private volatile CompletableFuture<RemoteSession> attempt;

        private Place(Machine machine) {
            this.machine = machine;
        }

        /**
         * Until a session is without a call for more than a minute. Also true for a session that gets no new call: a caller may have got
         * it just before, and begin its call in it.
         */
        @Override
        public boolean used() {
            CompletableFuture<RemoteSession> current = attempt;
            return current != null && !abandoned(current);
        }

        RemoteSession session() {
            CompletableFuture<RemoteSession> current;
            boolean mine = false;
            synchronized (this) {
                if (attempt == null || attempt.isDone() && !fit(attempt)) {
                    if (attempt != null && abandoned(attempt)) {
                        close(); // another one ends on the machine
                    }
                    attempt = new CompletableFuture<>();
                    mine = true;
                }
                current = attempt;
            }
            if (mine) {
                places.removeUnused();
                begin(current);
            }
            try {
                return current.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof ShellFault fault ? fault : e;
            }
        }

        private void begin(CompletableFuture<RemoteSession> begun) {
            try {
                begun.complete(RemoteSession.begin(shell, machine, clock));
            } catch (RuntimeException | Error e) {
                begun.completeExceptionally(e);
            }
        }

        private boolean fit(CompletableFuture<RemoteSession> begun) {
            return !begun.isCompletedExceptionally() && begun.join().fit();
        }

        private static boolean abandoned(CompletableFuture<RemoteSession> begun) {
            return begun.isDone() && (begun.isCompletedExceptionally() || begun.join().abandoned());
        }

        @Override
        public synchronized void close() {
            if (attempt != null && attempt.isDone() && !attempt.isCompletedExceptionally()) {
                attempt.join().close();
            }
        }
    }
}
