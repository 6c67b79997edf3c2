package org.caravan.adapter.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** Sessions that read the usage of hosts, one per machine. A session begins with the first call and is replaced when it has ended. */
final class SensorSessions implements AutoCloseable {

    private static final int ENDED_BY_TIMEOUT = 124;

    private final Shell shell;
    private final Map<Machine, Place> places = new ConcurrentHashMap<>();
    private volatile boolean closed;

    SensorSessions(Shell shell) {
        this.shell = shell;
    }

    /**
     * Runs a call in the session of the machine. Empty if the session did not begin, broke, or failed the call: a script in a shell of its
     * own then says why.
     *
     * @param margin additional time to receive the answer
     * @throws ShellFault if the machine is unreachable or did not answer in time, because a script would wait as long again
     */
    Optional<String> run(Machine machine, Supplier<byte[]> script, Duration timeout, Duration margin) {
        Place place = places.compute(machine, (unused, former) -> (former == null ? new Place() : former).entered());
        try {
            return place.run(machine, script, timeout, margin);
        } finally {
            places.computeIfPresent(machine, (unused, own) -> own.left());
        }
    }

    /** Closes the sessions of machines that are no longer called, for instance because they were removed or rented machines ended. */
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

    /** Number of machines with a session, or with one that has ended since the last one began. */
    int size() {
        return places.size();
    }

    @Override
    public void close() {
        closed = true;
        places.values().forEach(Place::close);
    }

    /** Calls to one machine wait for each other. */
    private final class Place {

        private volatile SensorSession session;
        /** Calls that run or wait. Read and written while the map holds the entry. */
        private int calls;

        Place entered() {
            calls++;
            return this;
        }

        Place left() {
            calls--;
            return this;
        }

        boolean used() {
            SensorSession current = session;
            return calls > 0 || current != null && current.fit();
        }

        synchronized Optional<String> run(Machine machine, Supplier<byte[]> script, Duration timeout, Duration margin) {
            try {
                if (session == null || !session.fit()) {
                    close();
                    removeUnused();
                    if (closed) {
                        return Optional.empty();
                    }
                    session = SensorSession.begin(shell, machine, script.get(), timeout);
                    if (closed) { // meanwhile, by a thread that saw the former session
                        close();
                    }
                }
            } catch (ShellFault refused) {
                if (refused.kind() != ShellFault.Kind.MALFORMED) {
                    throw refused;
                }
                return Optional.empty();
            } catch (UnsupportedOperationException none) {
                return Optional.empty();
            }
            return answer(timeout, margin);
        }

        private Optional<String> answer(Duration timeout, Duration margin) {
            try {
                CommandResult result = session.run(timeout.plus(margin));
                if (result.exitCode() == ENDED_BY_TIMEOUT) {
                    close(); // what hangs may keep the channel open
                    throw session.tooSlow(timeout);
                }
                return Optional.of(result).filter(CommandResult::succeeded).map(CommandResult::output);
            } catch (ShellFault fault) {
                if (fault.kind() == ShellFault.Kind.TIMEOUT) {
                    throw fault;
                }
                return Optional.empty();
            }
        }

        /** Also while a call waits, which then fails. */
        void close() {
            SensorSession current = session;
            if (current != null) {
                current.close();
            }
        }
    }
}
