package org.caravan.server.infrastructure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adapter.simulated.SimulatedMishaps;

/**
 * Simulated hosts lose power while a file beside their state names them, one id a line: they do not answer, and when they come back
 * nothing runs on them. No file, no outage.
 */
final class SimulatedOutages {

    private final Path file;
    private final SimulatedMishaps mishaps;
    private Set<String> out = Set.of();

    SimulatedOutages(Path file, SimulatedMishaps mishaps) {
        this.file = file;
        this.mishaps = mishaps;
    }

    /** Before each call to a host. @param call what is called, which makes no difference */
    synchronized void look(String call) {
        Set<String> now = named();
        now.stream().filter(host -> !out.contains(host)).forEach(mishaps::powerOff);
        out.stream().filter(host -> !now.contains(host)).forEach(mishaps::heal);
        out = now;
    }

    /** One that is being written or cannot be read leaves everything as it was. */
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
