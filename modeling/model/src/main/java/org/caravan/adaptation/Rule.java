package org.caravan.adaptation;

import java.util.List;
import java.util.Optional;
import org.caravan.formula.Condition;

/**
 * Rule with actions that run when a condition holds, or periodically.
 *
 * @param when condition; empty if only time triggers the rule
 * @param holdsSeconds how long the condition must hold, above 0
 * @param repeat how often the condition must begin to hold; empty if once is enough
 * @param everySeconds period of the actions if {@code when} is empty, otherwise the minimum interval between attempts
 * @param schedule times of day at which the actions run; then there is neither a condition nor a period
 * @param pauseSeconds how long the rule is inactive after its actions ran
 * @param actions in order of execution; at least one
 */
public record Rule(
        String id,
        Optional<Condition> when,
        Optional<Double> holdsSeconds,
        Optional<Repeat> repeat,
        Optional<Double> everySeconds,
        Optional<Schedule> schedule,
        Optional<Double> pauseSeconds,
        List<Action> actions) {

    /**
     * @param times how often the condition begins to hold, at least 2
     * @param withinSeconds window in which it does, above 0
     */
    public record Repeat(int times, double withinSeconds) {

        public Repeat {
            if (times < 2 || !(withinSeconds > 0)) {
                throw new IllegalArgumentException("a condition does not begin to hold " + times + " times in " + withinSeconds + " s");
            }
        }
    }

    /** A rule for which it is enough that its condition holds once. */
    public Rule(String id, Optional<Condition> when, Optional<Double> holdsSeconds, Optional<Double> everySeconds,
            Optional<Double> pauseSeconds, List<Action> actions) {
        this(id, when, holdsSeconds, Optional.empty(), everySeconds, Optional.empty(), pauseSeconds, actions);
    }

    /** Rules stored before schedules existed have none. */
    public Rule {
        schedule = schedule == null ? Optional.empty() : schedule;
        actions = List.copyOf(actions);
        if (actions.isEmpty() || when.isEmpty() && everySeconds.isEmpty() && schedule.isEmpty()
                || schedule.isPresent() && (when.isPresent() || everySeconds.isPresent())
                || repeat.isPresent() && (when.isEmpty() || holdsSeconds.isPresent())) {
            throw new IllegalArgumentException("rule " + id + " does nothing, or never, or counts nothing");
        }
    }
}
