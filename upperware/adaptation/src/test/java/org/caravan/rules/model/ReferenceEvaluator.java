package org.caravan.rules.model;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adaptation.Aggregate;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Rule;
import org.caravan.adaptation.Schedule;
import org.caravan.formula.Condition;
import org.caravan.formula.Formula;

/**
 * The semantics of docs/language.md, written a second time: keeps the whole history, and computes everything from it in each round. Shares
 * with the product only the records.
 */
final class ReferenceEvaluator {


    private final RuleProgram model;
    private final TreeMap<String, List<long[]>> arrived = new TreeMap<>();
    private final Map<String, List<double[]>> samples = new HashMap<>();
    private final List<Long> rounds = new ArrayList<>();
    /** By subject: one truth per round; null if unknown. */
    private final Map<String, List<Boolean>> truths = new HashMap<>();
    private final Map<String, List<Long>> ran = new HashMap<>();
    private Map<String, Double> variables = Map.of();

    ReferenceEvaluator(RuleProgram model) {
        this.model = model;
    }

    List<ModelFinding> evaluate(ModelRound round) {
        long now = round.at().toEpochMilli();
        List<ModelFinding> findings = new ArrayList<>();
        if (!rounds.isEmpty() && now - rounds.get(rounds.size() - 1) > 3 * model.polled().toMillis()) {
            findings.add(new ModelFinding.EvaluationGap(now - rounds.get(rounds.size() - 1)));
        }
        rounds.add(now);
        variables = round.variables();
        round.readings().forEach(reading -> arrive(reading, now, findings));
        round.ran().forEach(one -> ran.computeIfAbsent("rule " + one.ruleId(), none -> new ArrayList<>()).add(one.at().toEpochMilli()));
        sampleFormulas(now);
        for (String id : new TreeSet<>(model.conditions().keySet())) {
            if (!isNamed(id)) {
                Boolean truth = truth(model.conditions().get(id), now);
                note("constraint " + id, truth == null ? null : !truth);
                constraint(id, now, findings);
            }
        }
        for (Rule rule : model.rules()) {
            rule.when().ifPresent(condition -> note("rule " + rule.id(), truth(condition, now)));
            rule(rule, now, findings);
        }
        return findings;
    }

    private void arrive(MetricReading reading, long now, List<ModelFinding> findings) {
        Metric metric = model.metrics().get(reading.seriesId());
        boolean ofSlo = reading.seriesId().startsWith("slo ") && model.slos().containsKey(reading.seriesId().substring(4));
        long at = reading.at().toEpochMilli();
        List<long[]> before = arrived.computeIfAbsent(reading.seriesId(), none -> new ArrayList<>());
        long newest = before.stream().mapToLong(one -> one[0]).max().orElse(Long.MIN_VALUE);
        ModelFinding.Refusal why = null;
        if (!ofSlo && (metric == null || metric.sensor().isEmpty())) {
            why = ModelFinding.Refusal.UNKNOWN_SERIES;
        } else if (Double.isNaN(reading.value()) || Double.isInfinite(reading.value())) {
            why = ModelFinding.Refusal.NOT_A_NUMBER;
        } else if (reading.value() < 0 && (ofSlo || !metric.external())) {
            why = ModelFinding.Refusal.NEGATIVE;
        } else if (at - now > 5000) {
            why = ModelFinding.Refusal.FUTURE;
        } else if (at == newest) {
            why = ModelFinding.Refusal.DUPLICATE;
        } else if (at < newest || now - at >= span(reading.seriesId())) {
            why = ModelFinding.Refusal.LATE;
        }
        if (why != null) {
            findings.add(new ModelFinding.ReadingRefused(reading, why));
            return;
        }
        before.add(new long[] {at});
        sample(reading.seriesId(), reading.value(), at, Math.min(at, now));
    }

    /** Length of the window of a series in ms. */
    private long span(String series) {
        Metric metric = model.metrics().get(series);
        if (metric == null) {
            return 3 * model.polled().toMillis();
        }
        return metric.window().map(window -> Math.round(window.seconds() * 1000)).orElseGet(() ->
                3 * Math.max(model.polled().toMillis(), Math.round(metric.everySeconds().orElse(0.0) * 1000)));
    }

    private void sample(String series, double value, long measured, long counted) {
        Metric metric = model.metrics().get(series);
        double every = metric == null ? 0 : 1000 * metric.everySeconds().orElse(0.0);
        List<double[]> all = samples.computeIfAbsent(series, none -> new ArrayList<>());
        if (all.isEmpty() || measured - all.get(all.size() - 1)[2] >= 0.9 * every) {
            all.add(new double[] {counted, value, measured});
        }
    }

    /** Formulas with windows, each after the formulas that it uses. */
    private void sampleFormulas(long now) {
        List<String> done = new ArrayList<>();
        model.metrics().keySet().stream().sorted().forEach(id -> sampleFormula(id, now, done));
    }

    private void sampleFormula(String id, long now, List<String> done) {
        Metric metric = model.metrics().get(id);
        if (metric == null || metric.formula().isEmpty() || done.contains(id)) {
            return;
        }
        done.add(id);
        names(metric.formula().get()).forEach(name -> sampleFormula(name, now, done));
        if (metric.window().isPresent()) {
            double value = value(metric.formula().get(), now);
            if (!Double.isNaN(value) && !Double.isInfinite(value)) {
                sample(id, value, now, now);
            }
        }
    }

    private static List<String> names(Formula formula) {
        List<String> names = new ArrayList<>();
        if (formula instanceof Formula.Reference one) {
            names.add(one.id());
        } else if (formula instanceof Formula.Operation two) {
            names.addAll(names(two.left()));
            names.addAll(names(two.right()));
        } else if (formula instanceof Formula.Call call) {
            call.arguments().forEach(one -> names.addAll(names(one)));
        }
        return names;
    }

    private double metric(String id, long now) {
        Metric metric = model.metrics().get(id);
        if (metric == null && !model.slos().containsKey(id.replaceFirst("^slo ", ""))) {
            return variables.getOrDefault(id, Double.NaN);
        }
        if (metric != null && metric.formula().isPresent() && metric.window().isEmpty()) {
            return value(metric.formula().get(), now);
        }
        double[] within = samples.getOrDefault(id, List.of()).stream().filter(one -> one[0] > now - span(id) && one[0] <= now)
                .mapToDouble(one -> one[1]).toArray();
        Aggregate aggregate = metric == null ? Aggregate.LAST : metric.window().map(Metric.Window::aggregate).orElse(Aggregate.LAST);
        return within.length == 0 ? Double.NaN : aggregate(aggregate, within);
    }

    private static double aggregate(Aggregate aggregate, double[] values) {
        double sum = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            sum += value;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        return switch (aggregate) {
            case MEAN -> sum / values.length;
            case SUM -> sum;
            case MIN -> least;
            case MAX -> most;
            case COUNT -> values.length;
            case LAST -> values[values.length - 1];
            case P50 -> covering(values, 0.50);
            case P95 -> covering(values, 0.95);
            case P99 -> covering(values, 0.99);
        };
    }

    /** Least of the values such that at least this share of all is not above it. */
    private static double covering(double[] values, double share) {
        double found = Double.POSITIVE_INFINITY;
        for (double candidate : values) {
            long below = 0;
            for (double value : values) {
                below += value <= candidate ? 1 : 0;
            }
            if (below >= share * values.length - 1e-9) {
                found = Math.min(found, candidate);
            }
        }
        return found;
    }

    private double value(Formula formula, long now) {
        if (formula instanceof Formula.Amount amount) {
            return amount.value();
        }
        if (formula instanceof Formula.Reference reference) {
            return metric(reference.id(), now);
        }
        if (formula instanceof Formula.Operation operation) {
            double left = value(operation.left(), now);
            double right = value(operation.right(), now);
            return switch (operation.operator()) {
                case PLUS -> left + right;
                case MINUS -> left - right;
                case TIMES -> left * right;
                case PER -> left / right;
            };
        }
        Formula.Call call = (Formula.Call) formula;
        double[] values = call.arguments().stream().mapToDouble(argument -> value(argument, now)).toArray();
        double sum = 0;
        double least = values[0];
        double most = values[0];
        for (double value : values) {
            sum += value;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        return switch (call.function()) {
            case MIN -> least;
            case MAX -> most;
            case SUM -> sum;
            case MEAN -> sum / values.length;
            case ABS -> Math.abs(values[0]);
            case EXP -> Math.exp(values[0]);
            case LN -> Math.log(values[0]);
        };
    }

    /** True, false, or null if unknown. */
    private Boolean truth(Condition condition, long now) {
        if (condition instanceof Condition.Comparison comparison) {
            double left = value(comparison.left(), now);
            double right = value(comparison.right(), now);
            if (Double.isNaN(left) || Double.isNaN(right)) {
                return null;
            }
            return switch (comparison.relation()) {
                case BELOW -> left < right;
                case AT_MOST -> left <= right;
                case ABOVE -> left > right;
                case AT_LEAST -> left >= right;
                case EQUAL -> left == right;
                case DIFFERENT -> left != right;
            };
        }
        if (condition instanceof Condition.Named named) {
            return truth(model.conditions().get(named.id()), now);
        }
        if (condition instanceof Condition.Violated violated) {
            double measured = metric("slo " + violated.sloId(), now);
            return Double.isNaN(measured) ? null : !(measured * 1000 < model.slos().get(violated.sloId()).limit().value());
        }
        if (condition instanceof Condition.Not not) {
            Boolean inner = truth(not.condition(), now);
            return inner == null ? null : !inner;
        }
        if (condition instanceof Condition.All all) {
            return joined(all.conditions(), now, true);
        }
        if (condition instanceof Condition.Any any) {
            return joined(any.conditions(), now, false);
        }
        Condition.Implication implication = (Condition.Implication) condition;
        Boolean premise = truth(implication.premise(), now);
        if (premise == null) {
            return null;
        }
        return premise ? truth(implication.conclusion(), now)
                : implication.otherwise().isPresent() ? truth(implication.otherwise().get(), now) : Boolean.TRUE;
    }

    private Boolean joined(List<Condition> parts, long now, boolean all) {
        boolean unknown = false;
        for (Condition part : parts) {
            Boolean truth = truth(part, now);
            if (truth == null) {
                unknown = true;
            } else if (truth != all) {
                return !all;
            }
        }
        return unknown ? null : Boolean.valueOf(all);
    }

    private boolean isNamed(String constraint) {
        return model.rules().stream().anyMatch(rule -> rule.when().filter(condition -> names(condition, constraint)).isPresent())
                || model.conditions().values().stream().anyMatch(condition -> names(condition, constraint));
    }

    private static boolean names(Condition condition, String id) {
        if (condition instanceof Condition.Named named) {
            return named.id().equals(id);
        }
        if (condition instanceof Condition.Not not) {
            return names(not.condition(), id);
        }
        if (condition instanceof Condition.All all) {
            return all.conditions().stream().anyMatch(part -> names(part, id));
        }
        if (condition instanceof Condition.Any any) {
            return any.conditions().stream().anyMatch(part -> names(part, id));
        }
        return condition instanceof Condition.Implication implication && (names(implication.premise(), id)
                || names(implication.conclusion(), id) || implication.otherwise().filter(part -> names(part, id)).isPresent());
    }

    private void note(String subject, Boolean truth) {
        truths.computeIfAbsent(subject, none -> new ArrayList<>()).add(truth);
    }

    /** First round of the uninterrupted run of rounds in which the condition is true, up to now; empty if it is not true now. */
    private Optional<Long> since(String subject) {
        List<Boolean> all = truths.getOrDefault(subject, List.of());
        int first = all.size();
        while (first > 0 && Boolean.TRUE.equals(all.get(first - 1))
                && (first == all.size() || rounds.get(first) - rounds.get(first - 1) <= 3 * model.polled().toMillis())) {
            first--;
        }
        return first == all.size() ? Optional.empty() : Optional.of(rounds.get(first));
    }

    /** How often a condition began to hold after both times, without a gap since. */
    private int beginnings(String subject, long from, long last) {
        List<Boolean> all = truths.getOrDefault(subject, List.of());
        int count = 0;
        for (int i = all.size() - 1; i >= 0; i--) {
            boolean gap = i > 0 && rounds.get(i) - rounds.get(i - 1) > 3 * model.polled().toMillis();
            boolean begins = Boolean.TRUE.equals(all.get(i)) && (i == 0 || gap || !Boolean.TRUE.equals(all.get(i - 1)));
            count += begins && rounds.get(i) > from && rounds.get(i) > last ? 1 : 0;
            if (gap) {
                return count;
            }
        }
        return count;
    }

    private void rule(Rule rule, long now, List<ModelFinding> findings) {
        String subject = "rule " + rule.id();
        long gap = Math.round(1000 * Math.max(rule.everySeconds().orElse(0.0), rule.pauseSeconds().orElse(0.0)));
        long last = ran.getOrDefault(subject, List.of()).stream().mapToLong(Long::longValue).max().orElse(Long.MIN_VALUE / 2);
        boolean paused = now - last < gap;
        if (rule.schedule().isPresent()) {
            for (long at = now - now % 60_000; at > now - 600_000 && at >= model.since().toEpochMilli(); at -= 60_000) {
                if (matches(rule.schedule().get(), Instant.ofEpochMilli(at))) {
                    if (last < at && !paused) {
                        findings.add(new ModelFinding.RuleDue(rule.id(), Optional.of(Instant.ofEpochMilli(at)), 0, 0, List.of()));
                    }
                    return;
                }
            }
            return;
        }
        if (rule.when().isEmpty()) {
            if (!paused && now - model.since().toEpochMilli() >= gap) {
                findings.add(new ModelFinding.RuleDue(rule.id(), Optional.empty(), 0, 0, List.of()));
            }
            return;
        }
        if (rule.repeat().isPresent()) {
            if (!paused && beginnings(subject, now - Math.round(1000 * rule.repeat().get().withinSeconds()), last)
                    >= rule.repeat().get().times()) {
                findings.add(new ModelFinding.RuleDue(rule.id(), Optional.empty(), 0, 0, List.of()));
            }
            return;
        }
        Optional<Long> since = since(subject);
        boolean held = since.filter(begin -> now - begin >= Math.round(1000 * rule.holdsSeconds().orElse(0.0))).isPresent();
        boolean again = gap > 0 || since.filter(begin -> last >= begin).isEmpty();
        if (held && !paused && again) {
            findings.add(new ModelFinding.RuleDue(rule.id(), since.map(Instant::ofEpochMilli), 0, 0, List.of()));
        }
    }

    /** Fields of numbers, lists, ranges and steps; days of the week as words. */
    private static boolean matches(Schedule schedule, Instant at) {
        ZonedDateTime local = at.atZone(schedule.zone());
        String[] fields = schedule.cron().split(" +");
        boolean ofMonth = matches(fields[2], local.getDayOfMonth());
        boolean ofWeek = matches(fields[4], local.getDayOfWeek().getValue() % 7);
        boolean day = fields[2].equals("*") || fields[4].equals("*") ? ofMonth && ofWeek : ofMonth || ofWeek;
        return day && matches(fields[0], local.getMinute()) && matches(fields[1], local.getHour())
                && matches(fields[3], local.getMonthValue());
    }

    private static boolean matches(String field, int value) {
        for (String part : field.split(",")) {
            String[] stepped = part.split("/");
            String[] range = stepped[0].split("-");
            int first = stepped[0].equals("*") ? 0 : day(range[0]);
            int last = stepped[0].equals("*") ? 99 : day(range[range.length - 1]);
            if (value >= first && value <= last && (value - first) % (stepped.length > 1 ? Integer.parseInt(stepped[1]) : 1) == 0) {
                return true;
            }
        }
        return false;
    }

    private static int day(String word) {
        int index = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT").indexOf(word);
        return index < 0 ? Integer.parseInt(word) : index;
    }

    private void constraint(String id, long now, List<ModelFinding> findings) {
        List<Long> told = ran.computeIfAbsent("constraint " + id, none -> new ArrayList<>());
        long last = told.stream().mapToLong(Long::longValue).max().orElse(Long.MIN_VALUE / 2);
        Optional<Long> since = since("constraint " + id);
        if (since.isPresent() && now - last >= 600_000 && last < since.get()) {
            told.add(now);
            findings.add(new ModelFinding.ConstraintViolated(id, Instant.ofEpochMilli(since.get()), List.of()));
        }
    }
}
