package org.caravan.dsl.expression;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adaptation.Aggregate;
import org.caravan.adaptation.Sensor;
import org.caravan.adaptation.Variable;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.MetricDeclaration;
import org.caravan.dsl.caravan.PlanVariableDeclaration;
import org.caravan.formula.FormulaFault;
import org.caravan.formula.Measure;
import org.caravan.formula.Measures;
import org.caravan.formula.Units;

/** Determines the measures of an application's metrics and variables, as far as the text defines them. */
public final class ValueMeasures {

    private final Map<String, MetricDeclaration> metrics = new HashMap<>();
    private final Map<String, Measure> known = new HashMap<>();
    private final Set<String> visited = new HashSet<>();

    private ValueMeasures(ApplicationDeclaration application) {
        application.getMetrics().forEach(metric -> metrics.put(String.valueOf(metric.getName()), metric));
        application.getVariables().forEach(variable -> property(variable)
                .ifPresent(property -> known.put(variable.getName(), property.measure())));
    }

    /** Measures by name; values with unknown measure are absent. */
    public static Map<String, Measure> of(ApplicationDeclaration application) {
        ValueMeasures measures = new ValueMeasures(application);
        measures.metrics.keySet().forEach(measures::find);
        return measures.known;
    }

    /** Plan property of a variable; empty if no property has this name. */
    public static Optional<Variable.Property> property(PlanVariableDeclaration variable) {
        return Arrays.stream(Variable.Property.values()).filter(property -> property.toString().equals(variable.getProperty())).findFirst();
    }

    private void find(String name) {
        MetricDeclaration metric = metrics.get(name);
        if (metric != null && visited.add(name)) {
            boolean counted = Aggregate.COUNT.toString().equals(metric.getAggregate());
            Optional<Measure> measure = counted ? Optional.of(Measure.NUMBER) : ofContent(metric);
            measure.ifPresent(found -> known.put(name, found));
        }
    }

    private Optional<Measure> ofContent(MetricDeclaration metric) {
        if (metric.getUnit() != null) {
            return Units.measure(metric.getUnit());
        }
        if (metric.getFormula() == null) {
            return Optional.ofNullable(metric.getSensor()).flatMap(Sensor::named).map(Sensor::measure);
        }
        References.in(metric.getFormula()).forEach(reference -> find(reference.name()));
        try {
            return new Measures(known).of(new FormulaReader(new IdentityHashMap<>()).read(metric.getFormula()));
        } catch (FormulaFault reportedByARule) {
            return Optional.empty();
        }
    }
}
