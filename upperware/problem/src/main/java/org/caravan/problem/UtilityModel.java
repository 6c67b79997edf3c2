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
import org.caravan.formula.Measure;
import org.caravan.formula.Range;
import org.caravan.unit.MonthlyCost;

/**
 * The utilities of an application that can be told of a plan: their formulas name variables, latencies and rates of requests, and what is computed of
 * these. Of others nobody knows anything before the application runs.
 */
public final class UtilityModel {

    /** Of one unit at weight 1: a millisecond, 1 EUR/month, or 1 where the formula measures neither. */
    private static final double POINTS = 100;
    /** What a formula counts at most, either way. */
    private static final double FAR = 1e10;
    /** By how much it is below its best where it has no value. */
    private static final double WITHOUT_VALUE = 1e6;

    /** @param units of the value in one of the formula @param best that the value can be, in its unit */
    public record Counted(Utility utility, double units, String unit, double best) {}

    /** A latency that a formula asks for. */
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

    /** Those that plans weigh. */
    public List<Counted> counted() {
        return List.copyOf(counted);
    }

    /** Those that they do not, each with the values that nobody knows before the application runs. */
    public Map<Utility, Set<String>> unknown() {
        return Map.copyOf(unknown);
    }

    /** Whether it is known how good each can be at best; if not, nothing is known of what no plan can beat. */
    public boolean bounded() {
        return bounded;
    }

    /** Points that a plan is worse than the best there could be; not negative. */
    public double points(UtilityValues values) {
        double points = 0;
        for (Counted one : counted) {
            double value = value(one, values);
            double known = Double.isNaN(value) ? one.best() - WITHOUT_VALUE : Math.max(-FAR, Math.min(FAR, value));
            points += POINTS * one.utility().weight() * (one.best() - known);
        }
        return points;
    }

    /** In its {@code unit}; not a number where the formula has no value. */
    public double value(Counted one, UtilityValues values) {
        return evaluator(values).value(one.utility().formula()) * one.units();
    }

    /** What formulas ask for of requests. */
    public Set<Asked> asked() {
        Set<Asked> asked = new LinkedHashSet<>();
        counted.forEach(one -> asked(one.utility().formula(), asked));
        return asked;
    }

    private void asked(Formula formula, Set<Asked> asked) {
        new Names(formula).all().forEach(id -> latency(id).ifPresentOrElse(asked::add, () -> formula(id).ifPresent(inner -> asked(inner, asked))));
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
            double most = variable.property() == Variable.Property.REPLICAS ? component.scaling().map(Scaling::most).orElse(component.replicas()) : component.forms().stream()
                    .mapToDouble(form -> variable.property() == Variable.Property.CPU ? form.cpu().value() / 1_000.0 : form.memory().value()).max().orElse(0);
            return new Range(0, most);
        }
        Optional<Formula> formula = formula(id);
        return formula.isPresent() ? Range.of(formula.get(), this::range)
                : sensor(id).filter(Sensor.RATE::equals).isPresent() ? Range.exactly(rate(id)) : Range.POSITIVE;
    }

    private void unknownIn(Formula formula, Set<String> names) {
        for (String id : new Names(formula).all()) {
            if (formula(id).isPresent()) {
                unknownIn(formula(id).get(), names);
            } else if (!decided(id) && latency(id).isEmpty() && sensor(id).filter(Sensor.RATE::equals).isEmpty()) {
                names.add(id);
            }
        }
    }

    /** What is left out is not decided. */
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

    /** A mean, or a 95th percentile, as the metric's window takes values together; other aggregates nobody knows. */
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

    /** Requests per second that users send. */
    private double rate(String id) {
        String requestId = metrics.get(id).subject().orElse("");
        return application.users().stream().mapToDouble(users -> users.rate().value() * users.mix().getOrDefault(requestId, 0.0)).sum();
    }
}
