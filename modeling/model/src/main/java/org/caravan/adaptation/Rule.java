package org.caravan.adaptation;

import java.util.List;
import java.util.Optional;
import org.caravan.formula.Condition;

/**
 * What is done when something holds, or again and again.
 *
 * @param when what must hold; empty where only time counts
 * @param holdsSeconds for how long it must hold, above 0
 * @param everySeconds how often it is done where {@code when} is empty, and at most tried where not
 * @param pauseSeconds how long nothing is done after it was done
 * @param actions in this order; at least one
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
