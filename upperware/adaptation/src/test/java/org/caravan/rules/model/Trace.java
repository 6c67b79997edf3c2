package org.caravan.rules.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;

/**
 * A model, readings over time, and what must be found. Lines, times in s:
 * {@code rounds 0..60/5}; {@code read load 0..60/15 0.9 arrives +4}; {@code variable spend 0..60 0.02}; {@code held busy 0..60}: the
 * actions of the rule do not run then.
 *
 * @param expected sorted by time: {@code 30 rule busy}
 */
record Trace(RuleProgram program, List<ModelRound> rounds, List<Held> held, List<String> expected) {

    static final Instant ZERO = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration POLLED = Duration.ofSeconds(15);

    private static final String APPLICATION = """
            application traced {
              component web {
                replicas 1..6  capacity 20 requests/s
                form container { image "web"  cpu 0.2  memory 64 MiB }
                provides http on 80
              }
              users all { at oslo  via Telenor ipv4  rate 5 requests/s  mix home 100 %% }
              request home { users -> web  turns 2  bytes 8 KiB }
              slo fast { p95 latency of home < 100 ms }
              minimise cost
            %s}
            """;

    /** Period in which the actions of a rule do not run. */
    record Held(String ruleId, double from, double to) {

        boolean holds(String rule, double at) {
            return rule.equals(ruleId) && at >= from && at < to;
        }
    }

    private record Arriving(double at, MetricReading reading) {}

    private record Known(String variable, double from, double to, double value) {}

    static Trace read(Path file) throws IOException {
        String[] parts = Files.readString(file).split("(?m)^---\n", -1);
        return of(parts[0], parts[1].lines().toList(), parts[2].lines().filter(line -> !line.isBlank()).toList());
    }

    static Trace of(String model, List<String> lines, List<String> expected) {
        ParsedModels parsed = CaravanLanguage.parse(Map.of("traced.caravan", APPLICATION.formatted(model)));
        List<String> errors = parsed.diagnostics().stream().filter(one -> one.severity() == Diagnostic.Severity.ERROR)
                .map(Diagnostic::toString).toList();
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(errors.toString());
        }
        ApplicationModel application = parsed.applications().get(0);
        RuleProgram program = RuleProgram.of(application.supplement().adaptation(), application.slos(), POLLED, ZERO);
        TreeSet<Double> times = new TreeSet<>();
        List<Arriving> readings = new ArrayList<>();
        List<Known> variables = new ArrayList<>();
        List<Held> held = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.strip().split(" +");
            double[] span = words.length < 2 ? new double[0] : span(words[words[0].equals("rounds") ? 1 : 2]);
            switch (words[0]) {
                case "rounds" -> steps(span).forEach(times::add);
                case "read" -> steps(span).forEach(at -> readings.add(new Arriving(
                        at + (words.length > 5 ? Double.parseDouble(words[5]) : 0),
                        new MetricReading(words[1].replace('_', ' '), Double.parseDouble(words[3]), at(at)))));
                case "variable" -> variables.add(new Known(words[1], span[0], span[1], Double.parseDouble(words[3])));
                case "held" -> held.add(new Held(words[1], span[0], span[1]));
                default -> {
                    if (!line.isBlank() && !line.startsWith("#")) {
                        throw new IllegalArgumentException(line);
                    }
                }
            }
        }
        return new Trace(program, rounds(times, readings, variables), held, expected);
    }

    private static List<ModelRound> rounds(TreeSet<Double> times, List<Arriving> readings, List<Known> variables) {
        readings.sort(Comparator.comparingDouble(Arriving::at));
        List<ModelRound> rounds = new ArrayList<>();
        double before = Double.NEGATIVE_INFINITY;
        for (double time : times) {
            double earlier = before;
            rounds.add(new ModelRound(at(time), readings.stream().filter(one -> one.at() > earlier && one.at() <= time)
                    .map(Arriving::reading).toList(), variables.stream().filter(one -> time >= one.from() && time < one.to())
                    .collect(Collectors.toMap(Known::variable, Known::value)), List.of()));
            before = time;
        }
        return rounds;
    }

    /** {@code 5..60/15}: from, to, step; {@code 5}: one step. */
    private static double[] span(String text) {
        String[] ends = text.split("\\.\\.|/");
        double from = Double.parseDouble(ends[0]);
        return new double[] {from, ends.length > 1 ? Double.parseDouble(ends[1]) : from, ends.length > 2 ? Double.parseDouble(ends[2]) : 1};
    }

    private static List<Double> steps(double[] span) {
        List<Double> steps = new ArrayList<>();
        for (int i = 0; span[0] + i * span[2] <= span[1] + 1e-9; i++) {
            steps.add(span[0] + i * span[2]);
        }
        return steps;
    }

    private static Instant at(double seconds) {
        return ZERO.plusMillis(Math.round(seconds * 1000));
    }

    /** What an evaluator finds; a rule that is due runs at once unless the trace holds it. */
    List<String> found(java.util.function.Function<ModelRound, List<ModelFinding>> evaluator) {
        List<String> found = new ArrayList<>();
        List<RuleRan> ran = List.of();
        for (ModelRound round : rounds) {
            List<ModelFinding> findings = evaluator.apply(new ModelRound(round.at(), round.readings(), round.variables(), ran));
            double time = Duration.between(ZERO, round.at()).toMillis() / 1000.0;
            findings.forEach(finding -> found.add(text(finding, time)));
            ran = findings.stream().filter(ModelFinding.RuleDue.class::isInstance).map(ModelFinding.RuleDue.class::cast)
                    .filter(due -> held.stream().noneMatch(one -> one.holds(due.ruleId(), time)))
                    .map(due -> new RuleRan(due.ruleId(), round.at())).toList();
        }
        return found;
    }

    static String text(ModelFinding finding, double time) {
        String at = time == Math.rint(time) ? Long.toString((long) time) : Double.toString(time);
        if (finding instanceof ModelFinding.RuleDue due) {
            return at + " rule " + due.ruleId();
        }
        if (finding instanceof ModelFinding.ConstraintViolated violated) {
            return at + " constraint " + violated.constraintId();
        }
        if (finding instanceof ModelFinding.ReadingRefused refused) {
            return at + " refused " + refused.reading().seriesId() + " " + refused.refusal();
        }
        return at + " gap " + ((ModelFinding.EvaluationGap) finding).millis() / 1000;
    }
}
