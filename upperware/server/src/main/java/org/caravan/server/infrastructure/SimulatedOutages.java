package org.caravan.server.infrastructure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adapter.simulated.SimulatedMishaps;

/**
 * Simulates power failures: while a file next to the state file names a host, one id per line, the host is unreachable. When it returns,
 * nothing runs on it. Without the file there is no outage.
 */
final class SimulatedOutages {

    private final Path file;
    private final SimulatedMishaps mishaps;
    private Set<String> out = Set.of();

    SimulatedOutages(Path file, SimulatedMishaps mishaps) {
        this.file = file;
        this.mishaps = mishaps;
    }

    /** Applies the file; runs before each call to a host. @param call ignored */
    synchronized void look(String call) {
        Set<String> now = named();
        now.stream().filter(host -> !out.contains(host)).forEach(mishaps::powerOff);
        out.stream().filter(host -> !now.contains(host)).forEach(mishaps::heal);
        out = now;
    }

    /** A file that is incomplete or unreadable changes nothing. */
    private Set<String> named() {
        if (!Files.exists(file)) {
            return Set.of();
        }
        try {
            Set<String> hosts = new TreeSet<>();
            Files.readAllLines(file).stream().map(String::strip).filter(line -> !line.isEmpty()).forEach(hosts::add);
            return hosts;
        } catch (IOException unreadable) {
            return out;
        }
    }
}
