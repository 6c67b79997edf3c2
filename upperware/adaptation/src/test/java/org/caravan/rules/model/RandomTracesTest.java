package org.caravan.rules.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.testing.Sample;
import org.junit.jupiter.api.Test;

/** Random models and readings, by seed: the rules find what the reference finds. {@code -Dtraces.seeds} sets the number of seeds. */
class RandomTracesTest {

    private static final int SEEDS = Integer.getInteger("traces.seeds", Sample.of(6, 12));
    private static final List<String> AGGREGATES = List.of("mean", "min", "max", "sum", "count", "last", "p50", "p95", "p99");

    @Test
    void theRulesFindWhatTheReferenceFinds() {
        int findings = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Trace trace = trace(new Random(seed));
            List<String> wanted = trace.found(new ReferenceEvaluator(trace.program())::evaluate);
            try (ModelRules rules = ModelRules.of(trace.program())) {
                assertThat(trace.found(rules::evaluate)).as("seed %d: %s", seed, trace.program()).isEqualTo(wanted);
            }
            findings += wanted.size();
        }
        System.out.println(SEEDS + " random traces: " + findings + " findings, all as the reference evaluator says");
        assertThat(findings).isGreaterThan(SEEDS);
    }

    /** Between two rounds, a round one millisecond before the next time finds what the first one found; so that none is missed. */
    @Test
    void nothingIsDueBetweenTwoRoundsBeforeTheNextTime() {
        int times = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Trace trace = trace(new Random(seed));
            try (ModelRules rules = ModelRules.of(trace.program())) {
                for (int i = 0; i + 1 < trace.rounds().size(); i++) {
                    ModelRound round = trace.rounds().get(i);
                    Set<String> due = due(rules.evaluate(round));
                    Instant end = trace.rounds().get(i + 1).at();
                    for (Optional<Instant> next = rules.next(); next.filter(at -> at.isBefore(end)).isPresent(); next = rules.next()) {
                        Instant at = next.orElseThrow();
                        assertThat(due(rules.evaluate(timed(at.minusMillis(1), round)))).as("seed %d, %s", seed, at).isSubsetOf(due);
                        due = due(rules.evaluate(timed(at, round)));
                        times++;
                    }
                    assertThat(due(rules.evaluate(timed(end.minusMillis(1), round)))).as("seed %d, %s", seed, end).isSubsetOf(due);
                }
            }
        }
        assertThat(times).isGreaterThan(SEEDS);
    }

    private static ModelRound timed(Instant at, ModelRound after) {
        return new ModelRound(at, List.of(), after.variables(), List.of(), true);
    }

    private static Set<String> due(List<ModelFinding> findings) {
        return findings.stream().filter(ModelFinding.RuleDue.class::isInstance).map(found -> ((ModelFinding.RuleDue) found).ruleId())
                .collect(Collectors.toSet());
    }

    private static Trace trace(Random random) {
        StringBuilder model = new StringBuilder();
        model.append("  metric a { sensor cpu of web").append(window(random, "%")).append(" }\n");
        model.append("  metric b { sensor \"b\"  unit number").append(window(random, "number")).append(" }\n");
        model.append("  metric c { formula ").append(formula(random, 2, false)).append(random.nextBoolean() ? "" : window(random, "number"))
                .append(" }\n");
        model.append("  constraint k { ").append(condition(random, 2, false)).append(" }\n");
        model.append("  constraint m { if ").append(condition(random, 1, true)).append(" then ").append(condition(random, 1, false))
                .append(random.nextBoolean() ? " else " + condition(random, 1, false) : "").append(" }\n");
        for (String rule : List.of("r", "s", "t")) {
            model.append("  rule ").append(rule).append(" { when ").append(condition(random, 2, true))
                    .append(switch (random.nextInt(4)) {
                        case 0 -> "";
                        case 1 -> "  at least " + (2 + random.nextInt(2)) + " times in " + (20 + random.nextInt(200)) + " s";
                        default -> "  for " + (5 + random.nextInt(60)) + " s";
                    })
                    .append(random.nextInt(3) == 0 ? "  every " + (1 + random.nextInt(90)) + " s" : "").append("  then replan")
                    .append(random.nextBoolean() ? "  pause " + (1 + random.nextInt(120)) + " s" : "").append(" }\n");
        }
        model.append("  rule v { cron \"").append(List.of("* * * * *", "*/2 1 * * *", "1,3 0-1 * 1 THU", "4 * 1 * SUN")
                .get(random.nextInt(4))).append("\" zone \"").append(List.of("UTC", "Europe/Oslo").get(random.nextInt(2)))
                .append("\"  then replan").append(random.nextBoolean() ? "  pause " + (1 + random.nextInt(120)) + " s" : "").append(" }\n");
        model.append("  rule u { every ").append(20 + random.nextInt(200)).append(" s  then replan }\n");
        return Trace.of(model.toString(), lines(random), List.of());
    }

    private static String window(Random random, String unit) {
        return (random.nextBoolean() ? "  every " + (1 + random.nextInt(20)) + " s" : "") + (random.nextInt(3) == 0 ? ""
                : "  window " + (1 + random.nextInt(120)) + " s by " + AGGREGATES.get(random.nextInt(AGGREGATES.size())));
    }

    private static String formula(Random random, int depth, boolean composite) {
        int kind = random.nextInt(depth > 0 ? 7 : 3);
        return switch (kind) {
            case 0 -> "a";
            case 1 -> composite && random.nextBoolean() ? "c" : "b";
            case 2 -> Integer.toString(random.nextInt(3));
            case 3 -> "max(" + formula(random, depth - 1, composite) + ", " + formula(random, depth - 1, composite) + ")";
            case 4 -> "abs(" + formula(random, depth - 1, composite) + ")";
            default -> "(" + formula(random, depth - 1, composite) + " " + List.of("+", "-", "*", "/").get(random.nextInt(4)) + " "
                    + formula(random, depth - 1, composite) + ")";
        };
    }

    private static String condition(Random random, int depth, boolean named) {
        int kind = random.nextInt(depth > 0 ? 5 : 3);
        return switch (kind) {
            case 0 -> (random.nextBoolean() ? "not " : "") + "slo fast violated";
            case 1 -> named ? (random.nextBoolean() ? "not k" : "k") : comparison(random);
            case 2 -> comparison(random);
            default -> condition(random, depth - 1, named) + (random.nextBoolean() ? " and " : " or ")
                    + condition(random, depth - 1, named);
        };
    }

    private static String comparison(Random random) {
        return (random.nextInt(4) == 0 ? "not " : "") + formula(random, 1, true) + " "
                + List.of("<", "<=", ">", ">=", "=", "<>").get(random.nextInt(6)) + " " + formula(random, 1, true);
    }

    private static List<String> lines(Random random) {
        List<String> lines = new ArrayList<>();
        double time = 0;
        for (int i = 0; i < 80; i++) {
            lines.add("rounds " + time);
            time += random.nextInt(40) == 0 ? 100 : 1 + random.nextInt(10);
        }
        for (String series : List.of("a", "b", "slo_fast", "c", "unknown")) {
            boolean known = series.length() == 1 && !series.equals("c") || series.startsWith("slo");
            double level = random.nextInt(3);
            for (double at = 0; at < time; at += 1 + random.nextInt(known ? 20 : 200)) {
                level = random.nextInt(5) == 0 ? random.nextInt(4) : level;
                String value = random.nextInt(20) == 0 ? List.of("NaN", "-1", "Infinity").get(random.nextInt(3))
                        : Double.toString(series.startsWith("slo") ? level / 20 : level);
                lines.add("read " + series + " " + at + " " + value
                        + (random.nextInt(8) == 0 ? " arrives +" + random.nextInt(60) : random.nextInt(15) == 0 ? " arrives -"
                        + Math.min((int) at, random.nextInt(20)) : ""));
            }
        }
        if (random.nextBoolean()) {
            lines.add("held r 50..150");
        }
        return lines;
    }
}
