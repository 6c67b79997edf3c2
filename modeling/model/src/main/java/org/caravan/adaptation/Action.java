package org.caravan.adaptation;

import java.util.Locale;

/** What a rule does. */
public sealed interface Action {

    /**
     * More or fewer replicas of a component.
     *
     * @param by how many, at least 1
     */
    record Scale(Direction direction, String componentId, int by) implements Action {}

    /** A new plan from what is measured now. */
    record Replan() implements Action {}

    /** Whether there shall be more or fewer. */
    enum Direction {
        OUT,
        IN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
