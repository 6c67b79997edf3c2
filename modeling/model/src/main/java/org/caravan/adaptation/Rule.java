package org.caravan.adaptation;

import java.util.List;
import java.util.Optional;
import org.caravan.formula.Condition;

/**
 * Rule with actions that run when a condition holds, or periodically.
 *
 * @param when condition; empty if only time triggers the rule
 * @param holdsSeconds how long the condition must hold, above 0
 * @param everySeconds period of the actions if {@code when} is empty, otherwise the minimum interval between attempts
 * @param pauseSeconds how long the rule is inactive after its actions ran
 * @param actions in order of execution; at least one
 */
public record Rule(
        String id,
        Optional<Condition> when,
        Optional<Double> holdsSeconds,
        Optional<Double> everySeconds,
        Optional<Double> pauseSeconds,
        List<Action> actions) {

    public Rule {
        actions = List.copyOf(actions);
        if (actions.isEmpty() || when.isEmpty() && everySeconds.isEmpty()) {
            throw new IllegalArgumentException("rule " + id + " does nothing, or never");
        }
    }
}
