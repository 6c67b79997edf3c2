package org.caravan.problem;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.measure.Figure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.unit.BitRate;
import org.caravan.unit.Millis;

/**
 * What planning counts with where a figure is not sure: of an estimate the worse end of its bound, for goals and promises; of what was measured the
 * worse end of its confidence interval, for promises alone. Or as much of the way there as the plan is to be robust. Goals take what was measured as it is: errors to both sides
 * cancel in a sum, and who shuns what is less well known pays for it (docs/decisions/robust-planning.md).
 *
 * @param robustness 0 (bare values) to 1 (the end of the bound or interval)
 */
record Caution(double robustness) {

    /** A bound as wide as the value says that too little was measured to check it, not that the line is dead. */
    private static final double LEAST_SHARE = 0.1;
    /** An interval of two samples may be many times the value. That says nothing of the path; twice the time stands for it. */
    private static final double MOST_TIMES = 2;

    /** From other paths, with a bound; of the reverse path the samples count as its own. */
    static boolean guessed(Figure figure) {
        return figure.origin() == Figure.Origin.ESTIMATED && figure.samples() == 0 && figure.halfWidth95() > 0;
    }

    /** Whether samples tell how far they are from their mean. */
    static boolean spread(Figure figure) {
        return figure.samples() > 0 && figure.halfWidth95() > 0;
    }

    /** For goals. A promise on the tail asks {@link #promisedP95}, for an estimate the end of the bound whatever the robustness. */
    Millis rtt(Figure figure) {
        return new Millis(guessed(figure) ? figure.mean() + robustness * figure.halfWidth95() : figure.mean());
    }

    BitRate throughput(Figure figure) {
        double least = Math.max(figure.mean() - robustness * figure.halfWidth95(), LEAST_SHARE * figure.mean());
        return rate(guessed(figure) ? least : figure.mean());
    }

    Millis promisedRtt(Figure figure) {
        return spread(figure) ? new Millis(figure.mean() + Math.min(robustness * figure.halfWidth95(), (MOST_TIMES - 1) * figure.mean())) : rtt(figure);
    }

    /** Never below what is promised of the mean: a tail of few samples may be. */
    Millis promisedP95(Figure figure) {
        return new Millis(Math.max(figure.p95(), promisedRtt(figure).value()));
    }

    /** Never below what is promised of the p95; empty where it is not known. */
    Optional<Millis> promisedP99(Figure figure) {
        return figure.p99().map(p99 -> new Millis(Math.max(p99.value(), promisedP95(figure).value())));
    }

    BitRate promisedThroughput(Figure figure) {
        return spread(figure) ? rate(Math.max(figure.mean() - robustness * figure.halfWidth95(), figure.mean() / MOST_TIMES)) : throughput(figure);
    }

    /** The same with what was measured at its value, as if it had no spread; the very same where nothing has. */
    static NetworkMatrix byValue(NetworkMatrix network) {
        boolean any = network.all().values().stream().anyMatch(path -> spread(path.idleRtt()) || path.throughput().filter(Caution::spread).isPresent());
        return any ? new NetworkMatrix(byValue(network.all()), network.silent()) : network;
    }

    private static SortedMap<PathId, PathFigures> byValue(Map<PathId, PathFigures> paths) {
        SortedMap<PathId, PathFigures> values = new TreeMap<>(paths);
        values.replaceAll((path, known) -> new PathFigures(path, byValue(known.idleRtt()), known.loadedRtt(), known.throughput().map(Caution::byValue),
                known.loss(), known.jitter()));
        return values;
    }

    private static Figure byValue(Figure figure) {
        return spread(figure)
                ? new Figure(figure.mean(), 0, figure.median(), figure.p95(), figure.samples(), figure.newest(), figure.origin(), figure.p99()) : figure;
    }

    static String wordsOfRtt(Figure figure) {
        return guessed(figure) ? "estimated, within " + new Millis(figure.halfWidth95()) + " of " + new Millis(figure.mean()) : "estimated";
    }

    /** Nothing where it was measured once. */
    static String wordsOfThroughput(Figure figure) {
        String within = "within " + rate(figure.halfWidth95()) + " of " + rate(figure.mean());
        return guessed(figure) ? "; throughput estimated, " + within : spread(figure) ? "; throughput " + within : "";
    }

    private static BitRate rate(double bitsPerSecond) {
        return new BitRate(Math.round(bitsPerSecond));
    }
}
