package org.caravan.bench.reassignment;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.bench.reassignment.Checker.Verdict;

/**
 * The planner's search on the instances of the Google ROADEF/EURO challenge 2012 that are in a folder, beside what others
 * published. {@code RoadefBench --instances DIR [--only a1_1,b_1] [--seconds 60] [--seed 1] [--csv FILE]}
 */
final class RoadefBench {

    private static final String ROW = "%-6s %12s %12s %12s %9s %6s %6s %9s %5s  %s%n";

    private final Map<String, String> options = new TreeMap<>(Map.of("instances", "", "only", "", "seconds", "60", "seed", "1", "csv", ""));
    private final PrintStream out;
    private final List<String> csv = new ArrayList<>(
            List.of("instance,initial,best_published,ours,excess_percent,goal_percent,cpu_s,calculations_per_s,load,note"));

    private RoadefBench(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        System.exit(new RoadefBench(System.out).run(args));
    }

    /** @return 1 where the checker refused an assignment, 2 where the options are wrong, else 0 */
    static int run(PrintStream out, String... args) throws IOException {
        return new RoadefBench(out).run(args);
    }

    private int run(String[] args) throws IOException {
        for (int i = 0; i < args.length; i += 2) {
            String name = args[i].replace("--", "");
            if (!options.containsKey(name) || i + 1 == args.length) {
                System.err.println("bench roadef has no option " + args[i] + " or it has no value.\nMaybe one of " + options.keySet());
                return 2;
            }
            options.put(name, args[i + 1]);
        }
        Path folder = Path.of(options.get("instances"));
        List<String> names = names(folder);
        if (names.isEmpty()) {
            System.err.println("There is no model_….txt in folder (" + folder + ").\n"
                    + "Maybe give the folder with the challenge's instances: bench roadef --instances DIR");
            return 2;
        }
        out.println("CPU-seconds of the searching thread, a limit of " + options.get("seconds")
                + " per instance; excess = (ours - best published) / initial cost;"
                + " ours by the checker; Java " + Runtime.version());
        out.printf(ROW, "inst.", "initial", "published", "ours", "excess %", "goal %", "CPU-s", "calcs/s", "load", "");
        PublishedResults published = PublishedResults.in(folder);
        int refused = 0;
        for (String name : names) {
            refused += row(folder, name, published);
        }
        if (!options.get("csv").isEmpty()) {
            Files.write(Path.of(options.get("csv")), csv);
        }
        return refused > 0 ? 1 : 0;
    }

    private List<String> names(Path folder) throws IOException {
        List<String> only = options.get("only").isEmpty() ? List.of() : Arrays.asList(options.get("only").split(","));
        if (options.get("instances").isEmpty() || !Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("model_") && name.endsWith(".txt"))
                    .map(name -> name.substring("model_".length(), name.length() - ".txt".length()))
                    .filter(name -> only.isEmpty() || only.contains(name))
                    .sorted()
                    .toList();
        }
    }

    private int row(Path folder, String name, PublishedResults published) {
        Instance instance = InstanceReader.instance(folder.resolve("model_" + name + ".txt"));
        int[] before = InstanceReader.assignment(folder.resolve("assignment_" + name + ".txt"), instance);
        Verdict initial = Checker.verdict(instance, before, before);
        ReassignmentSearch.Found found =
                ReassignmentSearch.find(instance, before, Double.parseDouble(options.get("seconds")), Long.parseLong(options.get("seed")));
        Verdict ours = Checker.verdict(instance, before, found.machines());
        OptionalLong best = published.best(name);
        String excess = best.isPresent() ? decimals(100.0 * (ours.cost() - best.getAsLong()) / initial.cost(), 4) : "-";
        String[] columns = {name, Long.toString(initial.cost()), best.isPresent() ? Long.toString(best.getAsLong()) : "-",
            Long.toString(ours.cost()), excess, goal(name), decimals(found.cpuSeconds(), 1),
            decimals(found.calculations() / found.cpuSeconds(), 0),
            decimals(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(), 1),
            note(initial, ours, found, published.initial(name))};
        out.printf(ROW, (Object[]) columns);
        csv.add(String.join(",", Arrays.stream(columns).map(column -> column.replace(',', ';')).toList()));
        return ours.broken().isEmpty() ? 0 : 1;
    }

    /** What checker, search and publication do not agree in. */
    private static String note(Verdict initial, Verdict ours, ReassignmentSearch.Found found, OptionalLong publishedInitial) {
        List<String> notes = new ArrayList<>();
        if (!ours.broken().isEmpty()) {
            notes.add("REFUSED: " + ours.broken().get(0));
        }
        if (ours.cost() != found.cost()) {
            notes.add("the search computed " + found.cost());
        }
        if (publishedInitial.isPresent() && publishedInitial.getAsLong() != initial.cost()) {
            notes.add("initial cost published as " + publishedInitial.getAsLong());
        }
        return String.join("; ", notes);
    }

    /** What this bench is to reach; most instances have no goal. */
    private static String goal(String name) {
        return name.startsWith("a1_") ? "0.1" : name.equals("a2_2") ? "2" : name.equals("b_1") ? "0.5" : "-";
    }

    private static String decimals(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
