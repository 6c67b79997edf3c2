package org.caravan.adapter.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** Pool of remote sessions, one per machine. A session starts with the first call and is replaced when it has ended. */
final class RemoteSessionPool implements AutoCloseable {

    private final Shell shell;
    private final LongSupplier clock;
    private final Map<Machine, Place> places = new ConcurrentHashMap<>();

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
        Place place = places.compute(machine, (unused, known) -> (known == null ? new Place() : known).entered());
        try {
            return place.session(shell, machine);
        } finally {
            places.computeIfPresent(machine, (unused, own) -> own.left());
        }
    }

    /** Closes sessions without a call for more than a minute, as of machines that were removed or are no longer rented. */
    private void removeUnused() {
        List<Place> removed = new ArrayList<>();
        places.keySet().forEach(machine -> places.computeIfPresent(machine, (unused, place) -> {
            if (place.used()) {
                return place;
            }
            removed.add(place);
            return null;
        }));
        removed.forEach(Place::close);
    }

    /** Number of machines with a session; an ended one counts until a session begins, of any machine. */
    int size() {
        return places.size();
    }

    @Override
    public void close() {
        places.values().forEach(Place::close);
    }

    /**
     * One thread starts the session while others wait for it. If the machine is off, each call waits for one timeout at most, not
     * for several in sequence.
     */
    private final class Place {

        private volatile CompletableFuture<RemoteSession> attempt;
        /** Callers that ask for the session. Read and written while the map holds the entry. */
        private int callers;

        Place entered() {
            callers++;
            return this;
        }

        Place left() {
            callers--;
            return this;
        }

        /** Also true for a session that gets no new call: a caller may have got it just before, and begin its call in it. */
        boolean used() {
            CompletableFuture<RemoteSession> current = attempt;
            return callers > 0 || current != null && !abandoned(current);
        }

        RemoteSession session(Shell shell, Machine machine) {
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
                removeUnused();
                begin(shell, machine, current);
            }
            try {
                return current.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof ShellFault fault ? fault : e;
            }
        }

        private void begin(Shell shell, Machine machine, CompletableFuture<RemoteSession> begun) {
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

        synchronized void close() {
            if (attempt != null && attempt.isDone() && !attempt.isCompletedExceptionally()) {
                attempt.join().close();
            }
        }
    }
}
