package org.caravan.adaptation;

import java.util.Locale;

/** Action of a rule. */
public sealed interface Action {

    /**
     * Changes the number of replicas of a component.
     *
     * @param by number of replicas to add or remove, at least 1
     */
    record Scale(Direction direction, String componentId, int by) implements Action {}

    /** Creates a new plan from current measurements. */
    record Replan() implements Action {}

    /** Whether replicas are added or removed. */
    enum Direction {
        OUT,
        IN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
