package org.caravan.problem;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Aggregate;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Sensor;
import org.caravan.adaptation.Utility;
import org.caravan.adaptation.Variable;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Scaling;
import org.caravan.formula.Evaluator;
import org.caravan.formula.Formula;
import org.caravan.formula.FormulaFault;
import org.caravan.formula.Measure;
import org.caravan.formula.Measures;
import org.caravan.formula.Range;
import org.caravan.unit.MonthlyCost;

/**
 * Utilities of an application that can be evaluated for a plan: their formulas use variables, latencies and rates of requests, and metrics
 * computed from these. Other values are unknown before the application runs.
 */
public final class UtilityModel {

    /** Points per unit at weight 1: a millisecond, 1 EUR/month, or 1 if the formula has neither unit. */
    private static final double POINTS = 100;
    /** Limit for the absolute value of a formula. */
    private static final double FAR = 1e10;
    /** Distance from the best value if the formula has no value. */
    private static final double WITHOUT_VALUE = 1e6;

    /** @param units factor from the formula's unit to {@code unit} @param best upper bound of the value, in {@code unit} */
    public record Counted(Utility utility, double units, String unit, double best) {}

    /** Latency used by a formula. */
    public record Asked(String requestId, RttStatistic statistic) {}

    private final ApplicationModel application;
    private final Map<String, Variable> variables = new HashMap<>();
    private final Map<String, Metric> metrics = new HashMap<>();
    private final List<Counted> counted = new ArrayList<>();
    private final Map<Utility, Set<String>> unknown = new HashMap<>();
    private boolean bounded = true;

    public UtilityModel(ApplicationModel application) {
        this.application = application;
        Adaptation adaptation = application.supplement().adaptation();
        adaptation.variables().forEach(variable -> variables.put(variable.id(), variable));
        adaptation.metrics().forEach(metric -> metrics.put(metric.id(), metric));
        adaptation.utilities().forEach(this::add);
    }

    private void add(Utility utility) {
        Set<String> names = new TreeSet<>();
        unknownIn(utility.formula(), names);
        if (!names.isEmpty()) {
            unknown.put(utility, names);
            return;
        }
        Measure measure = new UtilityMeasure(variables, metrics).of(utility.formula());
        double units = measure.equals(Measure.DURATION) ? 1_000 : measure.equals(Measure.COST) ? MonthlyCost.SECONDS_PER_MONTH / 100.0 : 1;
        double best = Range.of(utility.formula(), this::range).high() * units;
        bounded &= Double.isFinite(best);
        counted.add(new Counted(utility, units, measure.equals(Measure.DURATION) ? "ms" : measure.equals(Measure.COST) ? "EUR/month" : "",
                Math.max(-FAR, Math.min(FAR, best))));
    }

    /** Utilities that plans take into account. */
    public List<Counted> counted() {
        return List.copyOf(counted);
    }

    /** Utilities that plans ignore, each with the values that are unknown before the application runs. */
    public Map<Utility, Set<String>> unknown() {
        return Map.copyOf(unknown);
    }

    /** Whether every utility has a finite upper bound; otherwise there is no lower bound on the score. */
    public boolean bounded() {
        return bounded;
    }

    /** Points by which a plan is worse than the best possible values; not negative. */
    public double points(UtilityValues values) {
        double points = 0;
        for (Counted one : counted) {
            double value = value(one, values);
            double known = Double.isNaN(value) ? one.best() - WITHOUT_VALUE : Math.max(-FAR, Math.min(FAR, value));
            points += POINTS * one.utility().weight() * (one.best() - known);
        }
        return points;
    }

    /** Value in its {@code unit}; NaN if the formula has no value. */
    public double value(Counted one, UtilityValues values) {
        return evaluator(values).value(one.utility().formula()) * one.units();
    }

    /** Latencies used by formulas. */
    public Set<Asked> asked() {
        Set<Asked> asked = new LinkedHashSet<>();
        counted.forEach(one -> asked(one.utility().formula(), asked));
        return asked;
    }

    private void asked(Formula formula, Set<Asked> asked) {
        new FormulaNames(formula).all().forEach(id -> latency(id)
                .ifPresentOrElse(asked::add, () -> formula(id).ifPresent(inner -> asked(inner, asked))));
    }

    private Evaluator evaluator(UtilityValues values) {
        return new Evaluator((ToDoubleFunction<String>) id -> value(id, values));
    }

    private double value(String id, UtilityValues values) {
        Variable variable = variables.get(id);
        if (variable != null) {
            String componentId = variable.componentId().orElse("");
            return switch (variable.property()) {
                case COST -> values.cost() / MonthlyCost.SECONDS_PER_MONTH;
                case REPLICAS -> values.replicas(componentId);
                case CPU -> values.cores(componentId);
                case MEMORY -> values.memory(componentId);
            };
        }
        Optional<Asked> latency = latency(id);
        return latency.isPresent() ? values.latency(latency.get().requestId(), latency.get().statistic())
                : formula(id).isPresent() ? evaluator(values).value(formula(id).get()) : rate(id);
    }

    private Range range(String id) {
        Variable variable = variables.get(id);
        if (variable != null && variable.componentId().isPresent()) {
            Component component = application.component(variable.componentId().get());
            double most = variable.property() == Variable.Property.REPLICAS
                    ? component.scaling().map(Scaling::most).orElse(component.replicas()) : component.forms().stream()
                    .mapToDouble(form -> variable.property() == Variable.Property.CPU ? form.cpu().value() / 1_000.0
                            : form.memory().value()).max().orElse(0);
            return new Range(0, most);
        }
        Optional<Formula> formula = formula(id);
        return formula.isPresent() ? Range.of(formula.get(), this::range)
                : sensor(id).filter(Sensor.RATE::equals).isPresent() ? Range.exactly(rate(id)) : Range.POSITIVE;
    }

    private void unknownIn(Formula formula, Set<String> names) {
        for (String id : new FormulaNames(formula).all()) {
            if (formula(id).isPresent()) {
                unknownIn(formula(id).get(), names);
            } else if (!decided(id) && latency(id).isEmpty() && sensor(id).filter(Sensor.RATE::equals).isEmpty()) {
                names.add(id);
            }
        }
    }

    /** Components that are omitted are not decided. */
    private boolean decided(String id) {
        return variables.containsKey(id) && variables.get(id).componentId().map(componentId ->
                application.components().stream().anyMatch(component -> component.id().equals(componentId))).orElse(true);
    }

    private Optional<Formula> formula(String id) {
        return Optional.ofNullable(metrics.get(id)).filter(metric -> metric.window().isEmpty()).flatMap(Metric::formula);
    }

    private Optional<Sensor> sensor(String id) {
        return Optional.ofNullable(metrics.get(id)).filter(metric -> !metric.external()).flatMap(Metric::sensor).flatMap(Sensor::named);
    }

    /** The mean or the 95th percentile, by the aggregate of the metric's window; other aggregates are unknown. */
    private Optional<Asked> latency(String id) {
        Optional<String> subject = sensor(id).filter(Sensor.LATENCY::equals).flatMap(any -> metrics.get(id).subject());
        if (subject.isEmpty() || application.requests().stream().noneMatch(request -> request.id().equals(subject.get()))) {
            return Optional.empty();
        }
        Aggregate aggregate = metrics.get(id).window().map(Metric.Window::aggregate).orElse(Aggregate.MEAN);
        return switch (aggregate) {
            case MEAN, LAST, P50 -> Optional.of(new Asked(subject.get(), RttStatistic.MEAN));
            case P95 -> Optional.of(new Asked(subject.get(), RttStatistic.P95));
            default -> Optional.empty();
        };
    }

    /** Requests per second sent by users. */
    private double rate(String id) {
        String requestId = metrics.get(id).subject().orElse("");
        return application.users().stream().mapToDouble(users -> users.rate().value() * users.mix().getOrDefault(requestId, 0.0)).sum();
    }

    /** Determines the unit of utility formulas. @param variables by id @param metrics by id */
    private record UtilityMeasure(Map<String, Variable> variables, Map<String, Metric> metrics) {

        Measure of(Formula formula) {
            Map<String, Measure> known = new HashMap<>();
            variables.forEach((id, variable) -> known.put(id, variable.property().measure()));
            metrics.forEach((id, metric) -> known.put(id, metric.measure()));
            try {
                return new Measures(known).of(formula).orElse(Measure.NUMBER);
            } catch (FormulaFault refusedWhenItWasRead) {
                return Measure.NUMBER;
            }
        }
    }

    /** Names used in a formula. */
    private record FormulaNames(Formula formula) {

        Set<String> all() {
            Set<String> names = new LinkedHashSet<>();
            add(formula, names);
            return names;
        }

        private static void add(Formula formula, Set<String> names) {
            if (formula instanceof Formula.Reference reference) {
                names.add(reference.id());
            } else if (formula instanceof Formula.Operation operation) {
                add(operation.left(), names);
                add(operation.right(), names);
            } else if (formula instanceof Formula.Call call) {
                call.arguments().forEach(argument -> add(argument, names));
            }
        }
    }
}
