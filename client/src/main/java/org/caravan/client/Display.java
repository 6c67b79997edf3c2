package org.caravan.client;

import java.util.OptionalDouble;

/** Where a person reads what happens: a terminal, the log of a build. */
public interface Display {

    void line(String text);

    /** The lines of a diff, which begin with +, - or ±. */
    void diff(String text);

    /**
     * Progress, for those who can draw over it; left out elsewhere.
     *
     * @param secondsLeft how long the rest will take, as far as anybody knows
     */
    void bar(int done, int total, String what, OptionalDouble secondsLeft);

    /** Whether a person sees it a screen at a time; where a pipe or a file takes it, nothing is left out. */
    default boolean isScreen() {
        return true;
    }

    /** What happens at this moment, for those who can draw over it; left out elsewhere. */
    default void now(String text) {}

    /** Progress of which nobody knows how long it will take. */
    default void bar(int done, int total, String what) {
        bar(done, total, what, OptionalDouble.empty());
    }
}
