package org.caravan.adapter.node;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.MachineResources;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** Sessions that read the usage of hosts, one per machine. A session begins with the first call and is replaced when it has ended. */
final class SensorSessions implements AutoCloseable {

    private static final int ENDED_BY_TIMEOUT = 124;

    private final Shell shell;
    private final MachineResources<Place> places = new MachineResources<>(Place::new);
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
        return places.with(machine, place -> place.run(script, timeout, margin));
    }

    /** Number of machines with a session, or with one that has ended since the last one began. */
    int size() {
        return places.size();
    }

    @Override
    public void close() {
        closed = true;
        places.close();
    }

    /** Calls to one machine wait for each other. */
    private final class Place implements MachineResources.Resource {

        private final Machine machine;
        private volatile SensorSession session;

        private Place(Machine machine) {
            this.machine = machine;
        }

        @Override
        public boolean used() {
            SensorSession current = session;
            return current != null && current.fit();
        }

        synchronized Optional<String> run(Supplier<byte[]> script, Duration timeout, Duration margin) {
            try {
                if (session == null || !session.fit()) {
                    close();
                    places.removeUnused();
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
        @Override
        public void close() {
            SensorSession current = session;
            if (current != null) {
                current.close();
            }
        }
    }
}
