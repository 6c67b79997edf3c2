package org.caravan.server.infrastructure;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.simulated.FaultInjection;

/**
 * Simulates crash loops: while a file next to the state file names an instance, its process exits after each start. Each line has an
 * instance and an exit code: {@code sock-shop/carts:1 137}. Other lines are ignored; without the file nothing crashes.
 */
final class SimulatedCrashes {

    private static final Pattern LINE = Pattern.compile("([^/\\s]{1,100})/([^:/\\s]{1,100}):(\\d{1,4}) (\\d{1,3})");

    private final WatchedLines file;
    private final FaultInjection mishaps;
    private List<String> lines = List.of();

    SimulatedCrashes(Path file, FaultInjection mishaps) {
        this.file = new WatchedLines(file);
        this.mishaps = mishaps;
    }

    /** Applies the file; runs before each call to a host. @param call ignored */
    synchronized void look(String call) {
        List<String> now = file.read();
        if (now.equals(lines)) {
            return;
        }
        lines = now;
        mishaps.endCrashes();
        lines.stream().map(LINE::matcher).filter(Matcher::matches).filter(found -> Integer.parseInt(found.group(4)) <= 255)
                .forEach(found -> mishaps.crashLoop(found.group(1), new InstanceId(found.group(2), Integer.parseInt(found.group(3))),
                        Integer.parseInt(found.group(4))));
    }
}
