package org.caravan.adaptation;

import java.util.Comparator;
import java.util.List;

/**
 * Metrics, variables, constraints, rules, utilities and forecasts of an application. Each list is sorted by id; utilities keep their order
 * in the model.
 */
public record Adaptation(
        List<Metric> metrics, List<Variable> variables, List<Constraint> constraints, List<Rule> rules, List<Utility> utilities,
        List<Forecast> forecasts) {

    public static final Adaptation NONE = new Adaptation(List.of(), List.of(), List.of(), List.of(), List.of());

    /** Records stored before forecasts existed have none. */
    public Adaptation {
        forecasts = forecasts == null ? List.of() : forecasts.stream().sorted(Comparator.comparing(Forecast::requestId)).toList();
        metrics = metrics.stream().sorted(Comparator.comparing(Metric::id)).toList();
        variables = variables.stream().sorted(Comparator.comparing(Variable::id)).toList();
        constraints = constraints.stream().sorted(Comparator.comparing(Constraint::id)).toList();
        rules = rules.stream().sorted(Comparator.comparing(Rule::id)).toList();
        utilities = List.copyOf(utilities);
    }

    /** Adaptation without forecasts. */
    public Adaptation(List<Metric> metrics, List<Variable> variables, List<Constraint> constraints, List<Rule> rules,
            List<Utility> utilities) {
        this(metrics, variables, constraints, rules, utilities, List.of());
    }

    public Adaptation withForecasts(List<Forecast> changed) {
        return new Adaptation(metrics, variables, constraints, rules, utilities, changed);
    }
}
