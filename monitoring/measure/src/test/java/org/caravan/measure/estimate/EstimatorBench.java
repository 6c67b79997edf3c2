package org.caravan.measure.estimate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Position;

/**
 * How far estimates are off where the truth is known: pairs are held out, estimated from the rest by our rules and by naive ones, and
 * compared.
 * {@code EstimatorBench FILE…}, each of lines {@code site,ID,LATITUDE,LONGITUDE} and {@code rtt|throughput,FROM,TO,VALUE}.
 */
final class EstimatorBench {

    private static final int SEEDS = 20;
    private static final String ROW = "%-34s %-28s %7s %8s %8s %8s %8s%n";

    private final Map<String, Position> sites = new TreeMap<>();
    private final Map<String, List<Observation>> observed = new TreeMap<>();

    /** What is held out at a time: pairs of lines, or all of a pair of sites, each with the same chance. */
    private enum Held {
        PAIRS("30 % of pairs", 0.3),
        SITE_PAIRS("30 % of pairs of sites", 0.3),
        MOST("80 % of pairs", 0.8);

        private final String words;
        private final double share;

        Held(String words, double share) {
            this.words = words;
            this.share = share;
        }

        String group(Observation seen) {
            return this == SITE_PAIRS ? seen.sites() : seen.from() + " " + seen.to();
        }
    }

    private static final class Errors {
        private final List<Double> relative = new ArrayList<>();
        private int inside;
        private int unknown;

        void add(Optional<Estimate> estimate, double truth) {
            if (estimate.isEmpty()) {
                unknown++;
                return;
            }
            relative.add(Math.abs(estimate.get().value() - truth) / truth);
            inside += Math.abs(estimate.get().value() - truth) <= estimate.get().bound() ? 1 : 0;
        }

        String share(double rank) {
            double[] sorted = relative.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            return sorted.length == 0 ? "-" : percent(sorted[(int) Math.min(sorted.length - 1, Math.round(rank * sorted.length))]);
        }

        String inside(boolean bounded) {
            return relative.isEmpty() || !bounded ? "-" : percent((double) inside / relative.size());
        }

        private static String percent(double share) {
            return String.format(Locale.ROOT, "%.1f %%", 100 * share);
        }
    }

    public static void main(String[] files) throws IOException {
        for (String file : files) {
            new EstimatorBench().run(Path.of(file));
        }
    }

    private void run(Path file) throws IOException {
        Files.readAllLines(file).stream().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(this::read);
        System.out.println(Files.readAllLines(file).get(0).replaceFirst("^# ?", ""));
        System.out.printf(ROW, "held out, 20 times by chance", "rule", "values", "median", "p90", "inside", "unknown");
        observed.forEach((quantity, values) -> Arrays.stream(Held.values()).forEach(held -> row(quantity, values, held)));
        System.out.println();
    }

    private void read(String line) {
        String[] cells = line.split(",");
        if (cells[0].equals("site")) {
            sites.put(cells[1], new Position(Double.parseDouble(cells[2]), Double.parseDouble(cells[3])));
        } else {
            observed.computeIfAbsent(cells[0], any -> new ArrayList<>())
                    .add(new Observation(AccessPoint.parse(cells[1]), AccessPoint.parse(cells[2]), Double.parseDouble(cells[3])));
        }
    }

    private void row(String quantity, List<Observation> values, Held held) {
        Map<String, Function<List<Observation>, Function<Observation, Optional<Estimate>>>> rules = rules(quantity.equals("rtt"));
        Map<String, Errors> errors = new LinkedHashMap<>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            Map<String, Boolean> out = new TreeMap<>();
            List<Observation> kept = new ArrayList<>();
            List<Observation> hidden = new ArrayList<>();
            values.forEach(seen -> (out.computeIfAbsent(held.group(seen), any -> random.nextDouble() < held.share) ? hidden : kept)
                    .add(seen));
            rules.forEach((name, rule) -> {
                Function<Observation, Optional<Estimate>> fitted = rule.apply(kept);
                hidden.forEach(seen -> errors.computeIfAbsent(name, any -> new Errors()).add(fitted.apply(seen), seen.value()));
            });
        }
        errors.forEach((name, found) -> System.out.printf(ROW, quantity + ", " + held.words, name, found.relative.size(),
                found.share(0.5), found.share(0.9), found.inside(name.startsWith("Caravan")), found.unknown));
    }

    private Map<String, Function<List<Observation>, Function<Observation, Optional<Estimate>>>> rules(boolean rtt) {
        Map<String, Function<List<Observation>, Function<Observation, Optional<Estimate>>>> rules = new LinkedHashMap<>();
        rules.put(rtt ? "Caravan: bent globe, heights" : "Caravan: narrower line", kept -> {
            BoundedRule rule = rtt ? new BoundedRule(kept, seen -> new RttCoordinates(seen, sites::get))
                    : new BoundedRule(kept, AccessLimits::new);
            return seen -> rule.estimate(seen.from(), seen.to());
        });
        if (rtt) {
            rules.put("Vivaldi, 3 dimensions, heights", kept -> {
                Vivaldi coordinates = new Vivaldi(kept);
                return seen -> coordinates.value(seen.from(), seen.to()).map(EstimatorBench::bare);
            });
        }
        rules.put(rtt ? "triangle: shortest by a third" : "triangle: widest by a third", kept -> {
            Triangle triangle = new Triangle(kept, rtt);
            return seen -> triangle.value(seen.from(), seen.to()).map(EstimatorBench::bare);
        });
        rules.put("mean of all", kept -> {
            double mean = kept.stream().mapToDouble(Observation::value).average().orElse(0);
            return seen -> Optional.of(new Estimate(mean, 0));
        });
        return rules;
    }

    private static Estimate bare(Rule.Value found) {
        return new Estimate(found.value(), 0);
    }
}
