package org.caravan.server.infrastructure;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adapter.simulated.FaultInjection;

/**
 * Simulates power failures: while a file next to the state file names a host, one id per line, the host is unreachable. When it returns,
 * nothing runs on it. Without the file there is no outage.
 */
final class SimulatedOutages {

    private final WatchedLines file;
    private final FaultInjection mishaps;
    private Set<String> out = Set.of();

    SimulatedOutages(Path file, FaultInjection mishaps) {
        this.file = new WatchedLines(file);
        this.mishaps = mishaps;
    }

    /** Applies the file; runs before each call to a host. @param call ignored */
    synchronized void look(String call) {
        Set<String> now = new TreeSet<>(file.read());
        now.stream().filter(host -> !out.contains(host)).forEach(mishaps::powerOff);
        out.stream().filter(host -> !now.contains(host)).forEach(mishaps::heal);
        out = now;
    }
}
