package org.caravan.server.adaptation.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.caravan.adaptation.Variable;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.unit.MonthlyCost;

/** Values of the variables of a model, as the target decides them, in base units. */
final class PlanValues {

    private static final double MILLI = 1000;

    private PlanValues() {}

    /**
     * Variables whose value is unknown are absent.
     *
     * @param cost of the plan, in euro cents per month; looked up only if a variable asks for it
     */
    static Map<String, Double> of(List<Variable> variables, DeploymentPlan plan, Supplier<Optional<Long>> cost) {
        Map<String, Double> values = new HashMap<>();
        variables.forEach(variable -> value(variable, plan, cost).ifPresent(value -> values.put(variable.id(), value)));
        return values;
    }

    private static Optional<Double> value(Variable variable, DeploymentPlan plan, Supplier<Optional<Long>> cost) {
        List<InstancePlacement> instances = plan.instances().stream()
                .filter(placed -> variable.componentId().equals(Optional.of(placed.instance().componentId()))).toList();
        return switch (variable.property()) {
            case COST -> cost.get().map(cents -> cents / (double) MonthlyCost.SECONDS_PER_MONTH);
            case REPLICAS -> Optional.of((double) instances.size());
            case CPU -> instances.stream().findFirst().map(placed -> placed.spec().cpu().value() / MILLI);
            case MEMORY -> instances.stream().findFirst().map(placed -> (double) placed.spec().memory().value());
        };
    }
}
