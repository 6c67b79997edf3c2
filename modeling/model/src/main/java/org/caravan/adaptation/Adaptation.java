package org.caravan.adaptation;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Metrics, variables, constraints, rules, utilities and forecasts of an application, and limits of automatic actions. Each list is sorted
 * by id; utilities keep their order in the model.
 *
 * @param actionLimits set by the owner; empty if there are none
 */
public record Adaptation(
        List<Metric> metrics, List<Variable> variables, List<Constraint> constraints, List<Rule> rules, List<Utility> utilities,
        List<Forecast> forecasts, Optional<ActionLimits> actionLimits) {

    public static final Adaptation NONE = new Adaptation(List.of(), List.of(), List.of(), List.of(), List.of());

    /** Records stored before forecasts or limits existed have none. */
    public Adaptation {
        actionLimits = actionLimits == null ? Optional.empty() : actionLimits.filter(some -> !some.equals(ActionLimits.NONE));
        forecasts = forecasts == null ? List.of() : forecasts.stream().sorted(Comparator.comparing(Forecast::requestId)).toList();
        metrics = metrics.stream().sorted(Comparator.comparing(Metric::id)).toList();
        variables = variables.stream().sorted(Comparator.comparing(Variable::id)).toList();
        constraints = constraints.stream().sorted(Comparator.comparing(Constraint::id)).toList();
        rules = rules.stream().sorted(Comparator.comparing(Rule::id)).toList();
        utilities = List.copyOf(utilities);
    }

    /** Adaptation without forecasts and limits. */
    public Adaptation(List<Metric> metrics, List<Variable> variables, List<Constraint> constraints, List<Rule> rules,
            List<Utility> utilities) {
        this(metrics, variables, constraints, rules, utilities, List.of(), Optional.empty());
    }

    public Adaptation withForecasts(List<Forecast> changed) {
        return new Adaptation(metrics, variables, constraints, rules, utilities, changed, actionLimits);
    }

    /** Limits of automatic actions that the owner sets. */
    public ActionLimits limitsOfActions() {
        return actionLimits.orElse(ActionLimits.NONE);
    }

    public Adaptation withActionLimits(ActionLimits changed) {
        return new Adaptation(metrics, variables, constraints, rules, utilities, forecasts, Optional.of(changed));
    }
}
