package org.caravan.client;

import java.util.OptionalDouble;

/** Output for a user: a terminal or the log of a build. */
public interface Display {

    void line(String text);

    /** Prints a diff, whose lines begin with +, - or ±. */
    void diff(String text);

    /**
     * Shows progress, if the display can overwrite lines; otherwise ignored.
     *
     * @param secondsLeft estimated remaining time in seconds; empty if unknown
     */
    void bar(int done, int total, String what, OptionalDouble secondsLeft);

    /** Whether the output is shown on a screen; output to a pipe or a file is never shortened. */
    default boolean isScreen() {
        return true;
    }

    /** Shows the current activity, if the display can overwrite lines; otherwise ignored. */
    default void now(String text) {}

    /** Shows progress with an unknown remaining time. */
    default void bar(int done, int total, String what) {
        bar(done, total, what, OptionalDouble.empty());
    }
}
