package org.caravan.problem;

import org.caravan.measure.Figure;
import org.caravan.unit.BitRate;
import org.caravan.unit.Millis;

/**
 * What planning counts with where a figure is an estimate: not its value but the worse end of its bound, or as much of the way there as the
 * plan is to be robust. What was measured stands as it is.
 *
 * @param robustness 0 (bare estimates) to 1 (the end of the bound)
 */
record Caution(double robustness) {

    /** A bound as wide as the value says that too little was measured to check it, not that the line is dead. */
    private static final double LEAST_SHARE = 0.1;

    /** From other paths, with a bound; of the reverse path the samples count as its own. */
    static boolean guessed(Figure figure) {
        return figure.origin() == Figure.Origin.ESTIMATED && figure.samples() == 0 && figure.halfWidth95() > 0;
    }

    /** For goals. A promise on the tail asks {@link Figure#p95()}, which is the end of the bound whatever the robustness. */
    Millis rtt(Figure figure) {
        return new Millis(guessed(figure) ? figure.mean() + robustness * figure.halfWidth95() : figure.mean());
    }

    BitRate throughput(Figure figure) {
        double least = Math.max(figure.mean() - robustness * figure.halfWidth95(), LEAST_SHARE * figure.mean());
        return new BitRate(Math.round(guessed(figure) ? least : figure.mean()));
    }

    static String wordsOfRtt(Figure figure) {
        return guessed(figure) ? "estimated, within " + new Millis(figure.halfWidth95()) + " of " + new Millis(figure.mean()) : "estimated";
    }

    static String wordsOfThroughput(Figure figure) {
        return "throughput estimated, within " + rate(figure.halfWidth95()) + " of " + rate(figure.mean());
    }

    private static BitRate rate(double bitsPerSecond) {
        return new BitRate(Math.round(bitsPerSecond));
    }
}
