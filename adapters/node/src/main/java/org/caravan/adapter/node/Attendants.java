package org.caravan.adapter.node;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;

/** The attendant of each machine, begun when the first call comes and anew when it is gone. */
final class Attendants implements AutoCloseable {

    private final Shell shell;
    private final Map<Machine, Place> places = new ConcurrentHashMap<>();

    Attendants(Shell shell) {
        this.shell = shell;
    }

    /** Throws {@link org.caravan.ssh.ShellFault}. */
    Attendant on(Machine machine) {
        return places.computeIfAbsent(machine, unused -> new Place()).attendant(shell, machine);
    }

    @Override
    public void close() {
        places.values().forEach(Place::close);
    }

    /** One thread begins an attendant, the others wait for it. */
    private static final class Place {

        private Attendant attendant;

        synchronized Attendant attendant(Shell shell, Machine machine) {
            if (attendant == null || !attendant.fit()) {
                close();
                attendant = Attendant.begin(shell, machine);
            }
            return attendant;
        }

        synchronized void close() {
            if (attendant != null) {
                attendant.close();
            }
        }
    }
}
