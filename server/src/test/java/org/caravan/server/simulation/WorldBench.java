package org.caravan.server.simulation;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.caravan.execution.time.Threads;
import org.caravan.json.Json;

/** Simulates many worlds and prints a table; a failing one is shrunk and prints its story. See {@code ./caravan bench world}. */
public final class WorldBench {

    /** Length of a world in virtual hours. */
    private static final int HOURS = 4;
    /** Seeds among which each planted bug has to be found. */
    private static final int MOST_SEEDS = 1_000;
    /** Worlds between two lines of progress. */
    private static final int PROGRESS = 25;
    private static final String USAGE = "bench world [--hours N] [--seeds N] [--from SEED] [--jobs N] [--planted] [--story] [--json]";
    /** Worlds at the same time; more than any machine has processors for. */
    private static final int MOST_JOBS = 64;

    /** Commit of the classes, as the launcher knows it. */
    private static final String COMMIT = System.getProperty("world.commit", "unknown");
    private static final Set<String> FLAGS = Set.of("--planted", "--story", "--json");

    private final Ground ground;
    private final Path folder;
    private final boolean json;

    private WorldBench(Path folder, boolean json) {
        this.folder = folder;
        this.json = json;
        this.ground = Ground.in(folder);
    }

    public static void main(String[] arguments) throws IOException {
        Map<String, String> options = new TreeMap<>(Map.of("--hours", "100", "--from", "1", "--seeds", "0", "--jobs", "1"));
        for (int i = 0; i < arguments.length; i++) {
            if (FLAGS.contains(arguments[i])) {
                options.put(arguments[i], "true");
            } else if (options.containsKey(arguments[i]) && i + 1 < arguments.length && arguments[i + 1].matches("\\d{1,7}")) {
                options.put(arguments[i], arguments[++i]);
            } else {
                System.err.println("The argument " + arguments[i] + " is not known, or lacks its number.\nMaybe use: " + USAGE);
                System.exit(2);
            }
        }
        int jobs = Integer.parseInt(options.get("--jobs"));
        if (jobs < 1 || jobs > MOST_JOBS) {
            System.err.println("The number of jobs is (" + jobs + "); it must be 1 to " + MOST_JOBS + ".\nMaybe use --jobs 2.");
            System.exit(2);
        }
        Path folder = Files.createTempDirectory("world");
        try {
            WorldBench bench = new WorldBench(folder, options.containsKey("--json"));
            long from = Long.parseLong(options.get("--from"));
            long seeds = Long.parseLong(options.get("--seeds"));
            seeds = seeds > 0 ? seeds : Math.max(1, Long.parseLong(options.get("--hours")) / HOURS);
            boolean held = options.containsKey("--planted") ? bench.planted(from, MOST_SEEDS, options.containsKey("--story"))
                    : bench.worlds(from, seeds, jobs, options.containsKey("--story"));
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
        private final Map<Features.Feature, Integer> features = new TreeMap<>();
        private final Map<String, Integer> acted = new TreeMap<>();
        private final Map<String, Integer> acting = new TreeMap<>();
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
            Features.of(history.seed()).has().forEach(feature -> features.merge(feature, 1, Integer::sum));
            history.acted().forEach((rule, count) -> {
                acted.merge(rule, count, Integer::sum);
                acting.merge(rule, 1, Integer::sum);
            });
            history.faults().forEach(fault -> kinds.merge(fault.kind(), 1, Integer::sum));
            history.violation().ifPresent(violation -> failed.add(history));
        }

        private double seconds() {
            return (System.nanoTime() - begun) / 1e9;
        }

        private double processorSeconds() {
            return (cpuNanos() - busy) / 1e9;
        }

        /** Names in the table with their values, in the order of its rows. */
        private Map<String, Number> figures() {
            Map<String, Number> figures = new LinkedHashMap<>();
            figures.put("deployments", deployments);
            figures.put("decisions", decisions);
            figures.put("invariants checked", checks);
            kinds.forEach((kind, count) -> figures.put("fault: " + kind.name().toLowerCase(Locale.ROOT).replace('_', ' '), count));
            features.forEach((feature, count) -> figures.put("worlds with " + feature.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    count));
            acted.forEach((rule, count) -> figures.put("deployments by " + rule, count));
            acting.forEach((rule, count) -> figures.put("worlds with " + rule, count));
            figures.put("seconds", seconds());
            figures.put("times real time", Math.round(virtual.toSeconds() / seconds()));
            figures.put("seconds of processors per h", processorSeconds() * 3600 / Math.max(1, virtual.toSeconds()));
            figures.put("virtual hours", virtual.toHours());
            figures.put("worlds (seeds)", worlds);
            figures.put("violated worlds", failed.size());
            figures.put("seconds of processors", processorSeconds());
            return figures;
        }

        private static void row(String name, Number value) {
            System.out.printf(Locale.ROOT, value instanceof Double ? "%-28s %12.1f%n" : "%-28s %12d%n", name, value);
        }
    }

    /** @return whether all invariants hold */
    private boolean worlds(long from, long seeds, int jobs, boolean story) {
        Sums sums = new Sums();
        ExecutorService threads = Executors.newFixedThreadPool(jobs, Threads.named("world"));
        try {
            // As many worlds as jobs are ahead of the one whose result is next, so that results are in the order of their seeds.
            Deque<Future<History>> ahead = new ArrayDeque<>();
            for (long seed = from; seed < from + seeds; seed++) {
                for (long next = seed + ahead.size(); next < Math.min(from + seeds, seed + 2L * jobs); next++) {
                    long begun = next;
                    ahead.add(threads.submit(() -> Worlds.run(ground, folder, begun, Planted.NONE, Duration.ofHours(HOURS))));
                }
                ended(sums, ahead.remove().get(), from, seeds, story);
            }
        } catch (InterruptedException | ExecutionException fault) {
            throw new IllegalStateException(fault);
        } finally {
            threads.shutdownNow();
        }
        Optional<Shrunk> first = sums.failed.stream().findFirst().map(failed -> shrunk(failed, Planted.NONE));
        if (json) {
            System.out.print(Json.writePretty(new Result(COMMIT, from, sums.figures(), sums.failed.stream().map(Violated::of).toList(),
                    first)));
        } else {
            sums.figures().forEach(Sums::row);
            System.out.printf("%-28s %12s%n", "seeds", from + " to " + (from + seeds - 1));
            System.out.printf("%-28s %12s%n", "commit", COMMIT);
            sums.failed.forEach(failed -> System.out.println("seed " + failed.seed() + ": " + failed.violation().orElse("")));
            first.ifPresent(Shrunk::print);
        }
        return sums.failed.isEmpty();
    }

    private void ended(Sums sums, History history, long from, long seeds, boolean story) {
        sums.add(history);
        if (story) {
            print(history.story());
            print(List.of("seed " + history.seed() + ": trace " + history.digest()));
        }
        history.violation().ifPresent(violation -> System.err.println("seed " + history.seed() + ": " + violation));
        if (sums.worlds % PROGRESS == 0) {
            System.err.printf(Locale.ROOT, "%d of %d h, seeds %d to %d, %d violated worlds, %.0f s; to continue: --from %d%n",
                    sums.virtual.toHours(), seeds * HOURS, from, history.seed(), sums.failed.size(), sums.seconds(), history.seed() + 1);
        }
    }

    /** For {@code --json}. */
    record Result(String commit, long from, Map<String, Number> figures, List<Violated> violated, Optional<Shrunk> shrunk) {}

    record Violated(long seed, String violation) {

        private static Violated of(History history) {
            return new Violated(history.seed(), history.violation().orElse(""));
        }
    }

    /** @param faults as Java, for a test that keeps them */
    record Shrunk(long seed, String violation, int faultsBefore, String trace, List<String> story, List<String> faults) {

        private void print() {
            System.out.println("\nseed " + seed + ", shrunk from " + faultsBefore + " to " + faults.size() + " faults; trace " + trace);
            story.forEach(System.out::println);
            faults.forEach(System.out::println);
        }
    }

    /** Lines beside the result: with {@code --json}, only the result is on the standard output. */
    private void print(List<String> lines) {
        lines.forEach((json ? System.err : System.out)::println);
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private Shrunk shrunk(History failed, Planted planted) {
        History least = Worlds.shrunk(ground, folder, failed, planted, Duration.ofHours(HOURS));
        return new Shrunk(least.seed(), least.violation().orElse(""), failed.faults().size(), least.digest(), least.story(),
                least.faults().stream().map(Fault::java).toList());
    }

    /** @param seed of the first world that finds the bug; empty if none does */
    record Found(String bug, Optional<Long> seed, double hours, double seconds, String invariant, boolean heldWithout) {

        private void print() {
            System.out.printf(Locale.ROOT, "%-28s %6s %8.1f %8.1f  %s%n", bug, seed.map(Object::toString).orElse("none"), hours, seconds,
                    invariant);
            if (seed.isPresent() && !heldWithout) {
                System.out.println("seed " + seed.get() + " violates an invariant without the planted bug, too");
            }
        }
    }

    /** @return whether each planted bug is found, and the world that found it violates nothing without it */
    private boolean planted(long from, long most, boolean story) {
        List<Found> all = new ArrayList<>();
        if (!json) {
            System.out.printf("%-28s %6s %8s %8s  %s%n", "planted bug", "seed", "hours", "seconds", "invariant");
        }
        for (Planted bug : Planted.values()) {
            if (bug == Planted.NONE) {
                continue;
            }
            Sums sums = new Sums();
            for (long seed = from; sums.failed.isEmpty() && seed < from + most; seed++) {
                sums.add(Worlds.run(ground, folder, seed, bug, Duration.ofHours(HOURS)));
            }
            Optional<History> first = sums.failed.stream().findFirst();
            double seconds = sums.seconds();
            boolean clean = first.filter(history -> Worlds.run(ground, folder, history.seed(), Planted.NONE, Duration.ofHours(HOURS))
                    .violation().isEmpty()).isPresent();
            Found found = new Found(bug.words(), first.map(History::seed), sums.virtual.toSeconds() / 3600.0, seconds,
                    first.flatMap(History::violation).orElse("not found"), clean);
            all.add(found);
            if (!json) {
                found.print();
            }
            if (story) {
                first.map(history -> shrunk(history, bug)).ifPresent(least -> {
                    if (json) {
                        print(least.story());
                    } else {
                        least.print();
                    }
                });
            }
        }
        if (json) {
            System.out.print(Json.writePretty(all));
        }
        return all.stream().allMatch(Found::heldWithout);
    }
}
