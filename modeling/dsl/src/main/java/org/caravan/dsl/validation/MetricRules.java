package org.caravan.dsl.validation;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adaptation.Aggregate;
import org.caravan.adaptation.Sensor;
import org.caravan.adaptation.Variable;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.MetricDeclaration;
import org.caravan.dsl.caravan.PlanVariableDeclaration;
import org.caravan.dsl.caravan.RequestDeclaration;
import org.caravan.dsl.caravan.Value;
import org.caravan.dsl.expression.References;
import org.caravan.dsl.expression.ValueMeasures;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.caravan.formula.Units;
import org.eclipse.xtext.validation.Check;

/** Checks that metrics have a source and that no value depends on itself. */
class MetricRules extends Rules {

    static final List<String> SENSORS = Arrays.stream(Sensor.values()).map(Sensor::toString).toList();
    static final List<String> PROPERTIES = Arrays.stream(Variable.Property.values()).map(Variable.Property::toString).toList();
    static final List<String> AGGREGATES = Arrays.stream(Aggregate.values()).map(Aggregate::toString).toList();

    @Check
    void source(MetricDeclaration metric) {
        boolean read = metric.getSensor() != null || metric.getExternal() != null;
        if (read == (metric.getFormula() != null)) {
            String message = capital(Owner.of(metric))
                    + (read ? " has both a sensor and a formula." : " has neither a sensor nor a formula.");
            reject("metric-source", message, read ? "keep one of them." : "add: sensor cpu of web", metric);
        }
        if (metric.getExternal() != null && metric.getUnit() == null) {
            reject("missing-property", capital(Owner.of(metric)) + " reads a sensor of its own and has no unit.", "add: unit ms", metric);
        }
    }

    @Check
    void unit(MetricDeclaration metric) {
        if (metric.getUnit() != null && Units.measure(metric.getUnit()).isEmpty()) {
            String message = "Unit " + metric.getUnit() + " of " + Owner.of(metric) + " does not exist.";
            reject("unknown-unit", message, Suggestion.useOneOf(metric.getUnit(), Units.names()) + ".",
                    Suggestion.closest(metric.getUnit(), Units.names()),
                    metric, Literals.METRIC_DECLARATION__UNIT, -1);
        }
    }

    @Check
    void sensor(MetricDeclaration metric) {
        if (metric.getExternal() != null && !(metric.getSubject() instanceof ComponentDeclaration)
                && (metric.getSubject() == null || !metric.getSubject().eIsProxy())) {
            doubt("sensor-program", capital(Owner.of(metric)) + " runs the program \"" + metric.getExternal()
                    + "\" in no component, so its value stays unknown.", "add: of a component.", metric);
        }
        Optional<Sensor> sensor = Optional.ofNullable(metric.getSensor()).flatMap(Sensor::named);
        if (metric.getSensor() != null && sensor.isEmpty()) {
            String message = capital(Owner.of(metric)) + " names sensor " + metric.getSensor() + ", which does not exist.";
            String suggestion = Suggestion.useOneOf(metric.getSensor(), SENSORS) + ", or put the name of your own into quotes.";
            reject("sensor-unknown", message, suggestion, Suggestion.closest(metric.getSensor(), SENSORS), metric,
                    Literals.METRIC_DECLARATION__SENSOR, -1);
        } else if (sensor.isPresent() && metric.getSubject() == null) {
            reject("sensor-subject", "Sensor " + sensor.get() + " of " + Owner.of(metric) + " is of nothing.",
                    "add: of " + (sensor.get().ofRequests() ? "a request." : "a component."), metric, Literals.METRIC_DECLARATION__SENSOR);
        } else if (sensor.isPresent() && !metric.getSubject().eIsProxy()
                && sensor.get().ofRequests() != metric.getSubject() instanceof RequestDeclaration) {
            String message = "Sensor " + sensor.get() + " of " + Owner.of(metric) + " is not read of " + Owner.of(metric.getSubject())
                    + ".";
            reject("sensor-subject", message, "name a " + (sensor.get().ofRequests() ? "request." : "component."), metric,
                    Literals.METRIC_DECLARATION__SUBJECT);
        } else if (sensor.filter(Sensor::ofForecasts).isPresent() && !metric.getSubject().eIsProxy()
                && ((ApplicationDeclaration) metric.eContainer()).getForecasts().stream()
                        .noneMatch(forecast -> metric.getSubject().equals(forecast.getRequest()))) {
            String request = metric.getSubject().getName();
            reject("sensor-forecast", "Sensor " + sensor.get() + " of " + Owner.of(metric) + " reads a forecast of request " + request
                    + ", which the model does not declare.", ForecastRules.addForecastOf(request), metric,
                    Literals.METRIC_DECLARATION__SUBJECT);
        }
    }

    @Check
    void property(PlanVariableDeclaration variable) {
        Optional<Variable.Property> property = ValueMeasures.property(variable);
        if (variable.getProperty() == null) {
            return;
        }
        if (property.isEmpty()) {
            String message = capital(Owner.of(variable)) + " names property " + variable.getProperty() + ", which no plan has.";
            reject("property-unknown", message, Suggestion.useOneOf(variable.getProperty(), PROPERTIES) + ".",
                    Suggestion.closest(variable.getProperty(), PROPERTIES), variable, Literals.PLAN_VARIABLE_DECLARATION__PROPERTY, -1);
        } else if (property.get().ofComponent() == (variable.getComponent() == null)) {
            String message = "Property " + property.get() + " of " + Owner.of(variable)
                    + (property.get().ofComponent() ? " is of no component." : " is of the whole plan.");
            reject("property-subject", message, property.get().ofComponent() ? "add: of a component." : "leave out of.", variable,
                    Literals.PLAN_VARIABLE_DECLARATION__PROPERTY);
        }
    }

    @Check
    void nothingFromItself(ApplicationDeclaration application) {
        Map<String, Set<String>> named = new HashMap<>();
        application.getMetrics().forEach(metric -> named.put(metric.getName(), names(metric)));
        application.getConstraints().forEach(constraint -> named.put(constraint.getName(), names(constraint)));
        if (!anyCycle(named)) {
            return; // the per-value check visits all values below each value, which is slow for long chains
        }
        application.getMetrics().forEach(metric -> fromItself(metric, named));
        application.getConstraints().forEach(constraint -> fromItself(constraint, named));
    }

    /** Topological elimination: repeatedly removes values that reference no remaining value. A cycle exists if some values remain. */
    private static boolean anyCycle(Map<String, Set<String>> named) {
        Map<String, Set<String>> namedBy = new HashMap<>();
        Map<String, Integer> waits = new HashMap<>();
        named.forEach((value, names) -> {
            waits.put(value, (int) names.stream().filter(named::containsKey).count());
            names.forEach(name -> namedBy.computeIfAbsent(name, none -> new HashSet<>()).add(value));
        });
        Deque<String> free = new ArrayDeque<>();
        waits.forEach((value, count) -> Optional.of(value).filter(any -> count == 0).ifPresent(free::add));
        int taken = 0;
        for (; !free.isEmpty(); taken++) {
            for (String above : namedBy.getOrDefault(free.pop(), Set.of())) {
                if (waits.merge(above, -1, Integer::sum) == 0) {
                    free.add(above);
                }
            }
        }
        return taken < named.size();
    }

    private void fromItself(Value value, Map<String, Set<String>> named) {
        Set<String> reached = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(named.getOrDefault(value.getName(), Set.of()));
        while (!open.isEmpty() && !reached.contains(value.getName())) {
            String next = open.pop();
            if (reached.add(next)) {
                open.addAll(named.getOrDefault(next, Set.of()));
            }
        }
        if (value.getName() != null && reached.contains(value.getName())) {
            reject("value-cycle", capital(Owner.of(value)) + " is computed from itself.", "compute it from a sensor.", value);
        }
    }

    private static Set<String> names(Value value) {
        Set<String> names = new HashSet<>();
        References.in(value).forEach(reference -> names.add(reference.name()));
        return names;
    }
}
