package org.caravan.rules.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Aggregate;
import org.caravan.adaptation.Constraint;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Rule;
import org.caravan.adaptation.Sensor;
import org.caravan.application.Slo;
import org.caravan.formula.Condition;
import org.caravan.formula.Formula;

/**
 * Metrics, constraints and rules of a model, prepared for evaluation.
 *
 * @param polled interval at which sensors are read unless a metric asks for a longer one, above 0
 * @param since start of the periods of rules that depend on time only
 * @param metrics by id
 * @param conditions conditions of constraints by id
 * @param rules sorted by id
 * @param slos by id
 */
public record RuleProgram(Duration polled, Instant since, Map<String, Metric> metrics, Map<String, Condition> conditions, List<Rule> rules,
        Map<String, Slo> slos) {

    /** Number of intervals without a value after which a metric without a window is unknown. */
    static final int INTERVALS_KNOWN = 3;
    /** Ids of the model contain no space. */
    private static final String PROMISE = "promise ";

    public RuleProgram {
        if (polled.toMillis() < 1) {
            throw new IllegalArgumentException("sensors are not read every " + polled);
        }
        metrics = Map.copyOf(metrics);
        conditions = Map.copyOf(conditions);
        rules = List.copyOf(rules);
        slos = Map.copyOf(slos);
    }

    /** @param slos promises of the model */
    public static RuleProgram of(Adaptation adaptation, List<Slo> slos, Duration polled, Instant since) {
        return new RuleProgram(polled, since, adaptation.metrics().stream().collect(Collectors.toMap(Metric::id, metric -> metric)),
                adaptation.constraints().stream().collect(Collectors.toMap(Constraint::id, Constraint::condition)), adaptation.rules(),
                slos.stream().collect(Collectors.toMap(Slo::id, slo -> slo)));
    }

    /** The same, with these promises as constraints that must hold while the application runs. */
    public RuleProgram watching(Set<String> sloIds) {
        Map<String, Condition> more = new HashMap<>(conditions);
        sloIds.forEach(id -> more.put(PROMISE + id, new Condition.Not(new Condition.Violated(id))));
        return new RuleProgram(polled, since, metrics, more, rules, slos);
    }

    /** Id of the promise in the id of a constraint by {@link #watching}; empty for a constraint of the model. */
    public static Optional<String> promiseOf(String constraintId) {
        return constraintId.startsWith(PROMISE) ? Optional.of(constraintId.substring(PROMISE.length())) : Optional.empty();
    }

    /** Id of the series of measured latencies, in s, at the percentile of a promise. */
    public static String sloSeries(String sloId) {
        return "slo " + sloId;
    }

    /** Whether there is nothing to evaluate. */
    public boolean isEmpty() {
        return rules.isEmpty() && standing().isEmpty();
    }

    /** Ids of constraints to which neither a rule nor a constraint refers, sorted: they must hold while the application runs. */
    public List<String> standing() {
        Set<String> named = new HashSet<>();
        rules.forEach(rule -> rule.when().ifPresent(condition -> named(condition, named)));
        conditions.values().forEach(condition -> named(condition, named));
        return conditions.keySet().stream().filter(id -> !named.contains(id)).sorted().toList();
    }

    private static void named(Condition condition, Set<String> named) {
        if (condition instanceof Condition.Named name) {
            named.add(name.id());
        } else {
            parts(condition).forEach(part -> named(part, named));
        }
    }

    /** Direct parts of a compound condition. */
    static List<Condition> parts(Condition condition) {
        if (condition instanceof Condition.Not not) {
            return List.of(not.condition());
        }
        if (condition instanceof Condition.All all) {
            return all.conditions();
        }
        if (condition instanceof Condition.Any any) {
            return any.conditions();
        }
        if (condition instanceof Condition.Implication implication) {
            List<Condition> parts = new ArrayList<>(List.of(implication.premise(), implication.conclusion()));
            implication.otherwise().ifPresent(parts::add);
            return parts;
        }
        return List.of();
    }

    /** Interval between the values of a metric, in ms. */
    long intervalMillis(Metric metric) {
        return Math.max(millis(metric.everySeconds().orElse(0.0)), metric.formula().isPresent() ? 1 : polled.toMillis());
    }

    /** Windows over values of sensors and promises, by series; the newest value of a metric without a window is also one. */
    Map<String, SampleWindow> windows() {
        Map<String, SampleWindow> windows = new TreeMap<>();
        metrics.values().forEach(metric -> window(metric).ifPresent(window -> windows.put(metric.id(), window)));
        slos.keySet().forEach(slo -> windows.put(sloSeries(slo),
                new SampleWindow(sloSeries(slo), 0, INTERVALS_KNOWN * polled.toMillis(), Aggregate.LAST)));
        return windows;
    }

    private Optional<SampleWindow> window(Metric metric) {
        int level = level(metric.id(), new HashMap<>());
        return metric.window().map(window -> new SampleWindow(metric.id(), level, millis(window.seconds()), window.aggregate()))
                .or(() -> metric.formula().isPresent() ? Optional.empty() : Optional.of(
                        new SampleWindow(metric.id(), level, INTERVALS_KNOWN * intervalMillis(metric), Aggregate.LAST)));
    }

    /** Metrics with formulas by level, from 1: each uses only metrics of lower levels. Sensors have level 0. */
    List<List<Metric>> formulas() {
        Map<String, Integer> levels = new HashMap<>();
        TreeMap<Integer, List<Metric>> byLevel = metrics.values().stream().filter(metric -> metric.formula().isPresent())
                .sorted((one, other) -> one.id().compareTo(other.id()))
                .collect(Collectors.groupingBy(metric -> level(metric.id(), levels), TreeMap::new, Collectors.toList()));
        return List.copyOf(byLevel.values());
    }

    private int level(String id, Map<String, Integer> known) {
        Integer level = known.get(id);
        if (level != null) {
            return level;
        }
        Optional<Formula> formula = Optional.ofNullable(metrics.get(id)).flatMap(Metric::formula);
        int found = formula.isEmpty() ? 0 : 1 + references(formula.get()).stream().mapToInt(name -> level(name, known)).max().orElse(0);
        known.put(id, found);
        return found;
    }

    /** Ids of the requests whose forecasts the condition of a rule depends on, sorted. */
    public SortedSet<String> forecastsRead(Rule rule) {
        SortedSet<String> requests = new TreeSet<>();
        Set<String> seen = new HashSet<>();
        rule.when().ifPresent(condition -> forecasts(condition, seen, requests));
        return requests;
    }

    private void forecasts(Condition condition, Set<String> seen, Set<String> requests) {
        if (condition instanceof Condition.Named named && seen.add(named.id())) {
            forecasts(conditions.get(named.id()), seen, requests);
        } else if (condition instanceof Condition.Comparison comparison) {
            forecasts(comparison.left(), seen, requests);
            forecasts(comparison.right(), seen, requests);
        } else {
            parts(condition).forEach(part -> forecasts(part, seen, requests));
        }
    }

    private void forecasts(Formula formula, Set<String> seen, Set<String> requests) {
        for (String name : references(formula)) {
            Metric metric = metrics.get(name);
            if (metric != null && seen.add(name)) {
                metric.formula().ifPresent(inner -> forecasts(inner, seen, requests));
                metric.sensor().filter(any -> !metric.external()).flatMap(Sensor::named).filter(Sensor::ofForecasts)
                        .ifPresent(any -> metric.subject().ifPresent(requests::add));
            }
        }
    }

    /** Names in a formula. */
    static Set<String> references(Formula formula) {
        Set<String> names = new HashSet<>();
        if (formula instanceof Formula.Reference reference) {
            names.add(reference.id());
        } else if (formula instanceof Formula.Operation operation) {
            names.addAll(references(operation.left()));
            names.addAll(references(operation.right()));
        } else if (formula instanceof Formula.Call call) {
            call.arguments().forEach(argument -> names.addAll(references(argument)));
        }
        return names;
    }

    static long millis(double seconds) {
        return Math.round(seconds * 1000);
    }
}
