package org.caravan.adaptation;

import java.util.Comparator;
import java.util.List;

/** All that an application wants watched and done. Each list is sorted by id, utilities stand as written. */
public record Adaptation(
        List<Metric> metrics, List<Variable> variables, List<Constraint> constraints, List<Rule> rules, List<Utility> utilities) {

    public static final Adaptation NONE = new Adaptation(List.of(), List.of(), List.of(), List.of(), List.of());

    public Adaptation {
        metrics = metrics.stream().sorted(Comparator.comparing(Metric::id)).toList();
        variables = variables.stream().sorted(Comparator.comparing(Variable::id)).toList();
        constraints = constraints.stream().sorted(Comparator.comparing(Constraint::id)).toList();
        rules = rules.stream().sorted(Comparator.comparing(Rule::id)).toList();
        utilities = List.copyOf(utilities);
    }
}
