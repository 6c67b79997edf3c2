package org.caravan.server.adaptation.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adaptation.Variable;
import org.caravan.execution.journal.Target;
import org.caravan.plan.InstancePlacement;
import org.caravan.unit.MonthlyCost;

/** Values of the variables of a model, as the target decides them, in base units. */
final class PlanValues {

    private static final double MILLI = 1000;

    private PlanValues() {}

    /** Variables whose value is unknown are absent. */
    static Map<String, Double> of(List<Variable> variables, Target target) {
        Map<String, Double> values = new HashMap<>();
        variables.forEach(variable -> value(variable, target).ifPresent(value -> values.put(variable.id(), value)));
        return values;
    }

    private static Optional<Double> value(Variable variable, Target target) {
        List<InstancePlacement> instances = target.plan().instances().stream()
                .filter(placed -> variable.componentId().equals(Optional.of(placed.instance().componentId()))).toList();
        return switch (variable.property()) {
            case COST -> target.report().map(report -> report.cost().value() / (double) MonthlyCost.SECONDS_PER_MONTH);
            case REPLICAS -> Optional.of((double) instances.size());
            case CPU -> instances.stream().findFirst().map(placed -> placed.spec().cpu().value() / MILLI);
            case MEMORY -> instances.stream().findFirst().map(placed -> (double) placed.spec().memory().value());
        };
    }
}
