package org.caravan.server.simulation;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Simulates many worlds and prints a table; a failing one is shrunk and prints its story. See {@code ./caravan bench world}. */
public final class WorldBench {

    /** Length of a world in virtual hours. */
    private static final int HOURS = 4;
    private static final String USAGE = "bench world [--hours N] [--seeds N] [--from SEED] [--planted] [--story]";

    private final World.Ground ground;
    private final Path folder;

    private WorldBench(Path folder) {
        this.folder = folder;
        this.ground = World.Ground.in(folder);
    }

    public static void main(String[] arguments) throws IOException {
        Map<String, String> options = new TreeMap<>(Map.of("--hours", "100", "--from", "1", "--seeds", "0"));
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--planted") || arguments[i].equals("--story")) {
                options.put(arguments[i], "true");
            } else if (options.containsKey(arguments[i]) && i + 1 < arguments.length && arguments[i + 1].matches("\\d{1,7}")) {
                options.put(arguments[i], arguments[++i]);
            } else {
                System.err.println("The argument " + arguments[i] + " is not known, or lacks its number.\nMaybe use: " + USAGE);
                System.exit(2);
            }
        }
        Path folder = Files.createTempDirectory("world");
        try {
            WorldBench bench = new WorldBench(folder);
            long from = Long.parseLong(options.get("--from"));
            long seeds = Long.parseLong(options.get("--seeds"));
            seeds = seeds > 0 ? seeds : Math.max(1, Long.parseLong(options.get("--hours")) / HOURS);
            boolean held = options.containsKey("--planted") ? bench.planted(from, 1_000)
                    : bench.worlds(from, seeds, options.containsKey("--story"));
            System.exit(held ? 0 : 1);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** @return whether all invariants hold */
    private boolean worlds(long from, long seeds, boolean story) {
        long begun = System.nanoTime();
        long busy = cpuNanos();
        long checks = 0;
        int deployments = 0;
        int decisions = 0;
        Map<Fault.Kind, Integer> kinds = new TreeMap<>();
        List<History> failed = new ArrayList<>();
        for (long seed = from; seed < from + seeds; seed++) {
            History history = Worlds.run(ground, folder, seed, Planted.NONE, Duration.ofHours(HOURS));
            checks += history.checks();
            deployments += history.deployments();
            decisions += history.decisions();
            history.faults().forEach(fault -> kinds.merge(fault.kind(), 1, Integer::sum));
            if (story) {
                history.story().forEach(System.out::println);
                System.out.println("seed " + seed + ": trace " + history.digest());
            }
            history.violation().ifPresent(violation -> {
                failed.add(history);
                System.out.println("seed " + history.seed() + ": " + violation);
            });
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.printf(Locale.ROOT, "%-28s %10d%n%-28s %10d%n%-28s %10d%n%-28s %10d%n%-28s %10d%n%-28s %10d%n%-28s %10.1f%n"
                + "%-28s %10.1f%n%-28s %10.0f%n", "worlds (seeds)", seeds, "virtual hours", seeds * HOURS, "deployments", deployments, "decisions",
                decisions, "invariants checked", checks, "violated worlds", failed.size(), "seconds", seconds, "seconds of processors", (cpuNanos() - busy) / 1e9, "times real time",
                seeds * HOURS * 3600 / seconds);
        kinds.forEach((kind, count) -> System.out.printf("fault: %-21s %10d%n", kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                count));
        if (!failed.isEmpty()) {
            report(failed.get(0), Planted.NONE);
        }
        return failed.isEmpty();
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private void report(History failed, Planted planted) {
        History least = Worlds.shrunk(ground, folder, failed, planted, Duration.ofHours(HOURS));
        System.out.println("\nseed " + least.seed() + ", shrunk from " + failed.faults().size() + " to " + least.faults().size()
                + " faults; trace " + least.digest());
        least.story().forEach(System.out::println);
        least.faults().forEach(fault -> System.out.println(fault.java()));
    }

    /** @return whether each planted bug is found */
    private boolean planted(long from, long most) {
        boolean all = true;
        System.out.println("planted bug                    found at seed  worlds  by");
        for (Planted bug : Planted.values()) {
            if (bug == Planted.NONE) {
                continue;
            }
            History found = null;
            long seed = from;
            for (; found == null && seed < from + most; seed++) {
                History history = Worlds.run(ground, folder, seed, bug, Duration.ofHours(HOURS));
                found = history.violation().isPresent() ? history : null;
            }
            all &= found != null;
            System.out.printf("%-30s %13s  %6d  %s%n", bug.words(), found == null ? "not found" : found.seed(), seed - from,
                    found == null ? "" : found.violation().orElseThrow());
        }
        return all;
    }
}
