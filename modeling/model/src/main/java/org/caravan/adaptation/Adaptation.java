package org.caravan.adaptation;

import java.util.Comparator;
import java.util.List;

/** All that an application wants watched and done. Each list is sorted by id, utilities stand as written. */
public record Adaptation(
        List<Metric> metrics, List<Variable> variables, List<Constraint> constraints, List<Rule> rules, List<Utility> utilities,
        List<Forecast> forecasts) {

    public static final Adaptation NONE = new Adaptation(List.of(), List.of(), List.of(), List.of(), List.of());

    /** What was stored before there were forecasts has none. */
    public Adaptation {
        forecasts = forecasts == null ? List.of() : forecasts.stream().sorted(Comparator.comparing(Forecast::requestId)).toList();
        metrics = metrics.stream().sorted(Comparator.comparing(Metric::id)).toList();
        variables = variables.stream().sorted(Comparator.comparing(Variable::id)).toList();
        constraints = constraints.stream().sorted(Comparator.comparing(Constraint::id)).toList();
        rules = rules.stream().sorted(Comparator.comparing(Rule::id)).toList();
        utilities = List.copyOf(utilities);
    }

    /** One that forecasts nothing. */
    public Adaptation(List<Metric> metrics, List<Variable> variables, List<Constraint> constraints, List<Rule> rules, List<Utility> utilities) {
        this(metrics, variables, constraints, rules, utilities, List.of());
    }

    public Adaptation withForecasts(List<Forecast> changed) {
        return new Adaptation(metrics, variables, constraints, rules, utilities, changed);
    }
}
