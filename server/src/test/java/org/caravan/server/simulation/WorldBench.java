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
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Simulates many worlds and prints a table; a failing one is shrunk and prints its story. See {@code ./caravan bench world}. */
public final class WorldBench {

    /** Length of a world in virtual hours. */
    private static final int HOURS = 4;
    /** Seeds among which each planted bug has to be found. */
    private static final int MOST_SEEDS = 1_000;
    /** Worlds between two lines of progress. */
    private static final int PROGRESS = 100;
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
            boolean held = options.containsKey("--planted") ? bench.planted(from, MOST_SEEDS, options.containsKey("--story"))
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

    /** Counts of all worlds of a run. */
    private static final class Sums {
        private final long begun = System.nanoTime();
        private final long busy = cpuNanos();
        private final Map<Fault.Kind, Integer> kinds = new TreeMap<>();
        private final List<History> failed = new ArrayList<>();
        private Duration virtual = Duration.ZERO;
        private long worlds;
        private long checks;
        private long deployments;
        private long decisions;

        private void add(History history) {
            worlds++;
            virtual = virtual.plus(history.elapsed());
            checks += history.checks();
            deployments += history.deployments();
            decisions += history.decisions();
            history.faults().forEach(fault -> kinds.merge(fault.kind(), 1, Integer::sum));
            history.violation().ifPresent(violation -> failed.add(history));
        }

        private double seconds() {
            return (System.nanoTime() - begun) / 1e9;
        }

        private double processorSeconds() {
            return (cpuNanos() - busy) / 1e9;
        }

        private void print() {
            row("worlds (seeds)", worlds);
            row("virtual hours", virtual.toHours());
            row("deployments", deployments);
            row("decisions", decisions);
            row("invariants checked", checks);
            row("violated worlds", failed.size());
            row("seconds", seconds());
            row("seconds of processors", processorSeconds());
            row("times real time", Math.round(virtual.toSeconds() / seconds()));
            kinds.forEach((kind, count) -> row("fault: " + kind.name().toLowerCase(Locale.ROOT).replace('_', ' '), count));
        }

        private static void row(String name, Number value) {
            System.out.printf(Locale.ROOT, value instanceof Double ? "%-28s %12.1f%n" : "%-28s %12d%n", name, value);
        }
    }

    /** @return whether all invariants hold */
    private boolean worlds(long from, long seeds, boolean story) {
        Sums sums = new Sums();
        for (long seed = from; seed < from + seeds; seed++) {
            History history = Worlds.run(ground, folder, seed, Planted.NONE, Duration.ofHours(HOURS));
            sums.add(history);
            if (story) {
                history.story().forEach(System.out::println);
                System.out.println("seed " + seed + ": trace " + history.digest());
            }
            history.violation().ifPresent(violation -> System.out.println("seed " + history.seed() + ": " + violation));
            if (sums.worlds % PROGRESS == 0) {
                System.err.printf(Locale.ROOT, "%d h, %d violated worlds, %.0f s%n", sums.virtual.toHours(), sums.failed.size(),
                        sums.seconds());
            }
        }
        sums.print();
        if (!sums.failed.isEmpty()) {
            report(sums.failed.get(0), Planted.NONE);
        }
        return sums.failed.isEmpty();
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

    /** @return whether each planted bug is found, and the world that found it violates nothing without it */
    private boolean planted(long from, long most, boolean story) {
        boolean all = true;
        System.out.printf("%-28s %6s %8s %8s  %s%n", "planted bug", "seed", "hours", "seconds", "invariant");
        for (Planted bug : Planted.values()) {
            if (bug == Planted.NONE) {
                continue;
            }
            Sums sums = new Sums();
            for (long seed = from; sums.failed.isEmpty() && seed < from + most; seed++) {
                sums.add(Worlds.run(ground, folder, seed, bug, Duration.ofHours(HOURS)));
            }
            Optional<History> first = sums.failed.stream().findFirst();
            System.out.printf(Locale.ROOT, "%-28s %6s %8.1f %8.1f  %s%n", bug.words(), first.map(History::seed).map(Object::toString)
                    .orElse("none"), sums.virtual.toSeconds() / 3600.0, sums.seconds(), first.flatMap(History::violation)
                    .orElse("not found"));
            boolean clean = first.filter(history -> Worlds.run(ground, folder, history.seed(), Planted.NONE, Duration.ofHours(HOURS))
                    .violation().isEmpty()).isPresent();
            if (first.isPresent() && !clean) {
                System.out.println("seed " + first.get().seed() + " violates an invariant without the planted bug, too");
            }
            all &= clean;
            if (story) {
                first.ifPresent(history -> report(history, bug));
            }
        }
        return all;
    }
}
