package org.caravan.rules.model;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.caravan.adaptation.Rule;
import org.caravan.adaptation.Schedule;
import org.caravan.formula.Condition;

/**
 * The semantics of docs/language.md, written a second time: keeps the whole history, and computes everything from it in each round. Shares
 * with the product only the records.
 */
final class ReferenceEvaluator {

    private final RuleProgram model;
    private final ReferenceSeries series;
    private final List<Long> rounds = new ArrayList<>();
    /** By subject: one truth per round; null if unknown. */
    private final Map<String, List<Boolean>> truths = new HashMap<>();
    private final Map<String, List<Long>> ran = new HashMap<>();

    ReferenceEvaluator(RuleProgram model) {
        this.model = model;
        this.series = new ReferenceSeries(model);
    }

    List<ModelFinding> evaluate(ModelRound round) {
        long now = round.at().toEpochMilli();
        List<ModelFinding> findings = new ArrayList<>();
        if (!rounds.isEmpty() && now - rounds.get(rounds.size() - 1) > 3 * model.polled().toMillis()) {
            findings.add(new ModelFinding.EvaluationGap(now - rounds.get(rounds.size() - 1)));
        }
        rounds.add(now);
        series.arrive(round, findings);
        round.ran().forEach(one -> ran.computeIfAbsent("rule " + one.ruleId(), none -> new ArrayList<>()).add(one.at().toEpochMilli()));
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

    /** True, false, or null if unknown. */
    private Boolean truth(Condition condition, long now) {
        if (condition instanceof Condition.Comparison comparison) {
            double left = series.value(comparison.left(), now);
            double right = series.value(comparison.right(), now);
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
            double measured = series.metric("slo " + violated.sloId(), now);
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
