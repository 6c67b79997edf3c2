package org.caravan.problem;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.unit.BitRate;
import org.caravan.unit.Millis;

/**
 * Robustness policy for uncertain figures. Estimates count with the worse end of their error bound, for goals and SLOs. Measurements count
 * with the worse end of their confidence interval, for SLOs only. The robustness scales both. Goals use measurements as they are, because
 * errors cancel in a sum and avoiding less well-known paths has a price (docs/decisions/path-choice.md).
 *
 * @param robustness 0 (bare values) to 1 (end of the bound or interval)
 */
record RobustnessPolicy(double robustness) {

    /** A bound as wide as the value means that it could not be checked, not that the path has no throughput. */
    private static final double LEAST_SHARE = 0.1;
    /** The interval of two samples can be many times the value, which says nothing about the path; it is capped at this factor. */
    private static final double MOST_TIMES = 2;

    /** Whether the figure is estimated from other paths with an error bound. Samples of the reverse path count as the path's own. */
    static boolean guessed(PathStatistic figure) {
        return figure.origin() == PathStatistic.Origin.ESTIMATED && figure.samples() == 0 && figure.halfWidth95() > 0;
    }

    /** Whether the figure has samples with a confidence interval. */
    static boolean spread(PathStatistic figure) {
        return figure.samples() > 0 && figure.halfWidth95() > 0;
    }

    /** For goals. SLOs on the tail use {@link #promisedP95}, which is the end of the bound for an estimate at any robustness. */
    Millis rtt(PathStatistic figure) {
        return new Millis(guessed(figure) ? figure.mean() + robustness * figure.halfWidth95() : figure.mean());
    }

    BitRate throughput(PathStatistic figure) {
        double least = Math.max(figure.mean() - robustness * figure.halfWidth95(), LEAST_SHARE * figure.mean());
        return rate(guessed(figure) ? least : figure.mean());
    }

    Millis promisedRtt(PathStatistic figure) {
        return spread(figure) ? new Millis(figure.mean() + Math.min(robustness * figure.halfWidth95(), (MOST_TIMES - 1) * figure.mean()))
                : rtt(figure);
    }

    /** At least the promised mean; the tail of few samples can be below it. */
    Millis promisedP95(PathStatistic figure) {
        return new Millis(Math.max(figure.p95(), promisedRtt(figure).value()));
    }

    /** At least the promised p95; empty if unknown. */
    Optional<Millis> promisedP99(PathStatistic figure) {
        return figure.p99().map(p99 -> new Millis(Math.max(p99.value(), promisedP95(figure).value())));
    }

    BitRate promisedThroughput(PathStatistic figure) {
        return spread(figure) ? rate(Math.max(figure.mean() - robustness * figure.halfWidth95(), figure.mean() / MOST_TIMES))
                : throughput(figure);
    }

    /** Returns the network with measured values only, without confidence intervals; the same object if there are none. */
    static NetworkMatrix byValue(NetworkMatrix network) {
        boolean any = network.all().values().stream().anyMatch(path -> spread(path.idleRtt())
                || path.throughput().filter(RobustnessPolicy::spread).isPresent());
        return any ? new NetworkMatrix(byValue(network.all()), network.silent()) : network;
    }

    private static SortedMap<PathId, PathFigures> byValue(Map<PathId, PathFigures> paths) {
        SortedMap<PathId, PathFigures> values = new TreeMap<>(paths);
        values.replaceAll((path, known) -> new PathFigures(path, byValue(known.idleRtt()), known.loadedRtt(),
                known.throughput().map(RobustnessPolicy::byValue),
                known.loss(), known.jitter()));
        return values;
    }

    private static PathStatistic byValue(PathStatistic figure) {
        return spread(figure)
                ? new PathStatistic(figure.mean(), 0, figure.median(), figure.p95(), figure.samples(), figure.newest(), figure.origin(),
                        figure.p99()) : figure;
    }

    static String wordsOfRtt(PathStatistic figure) {
        return guessed(figure) ? "estimated, within " + new Millis(figure.halfWidth95()) + " of " + new Millis(figure.mean()) : "estimated";
    }

    /** Empty if measured once. */
    static String wordsOfThroughput(PathStatistic figure) {
        String within = "within " + rate(figure.halfWidth95()) + " of " + rate(figure.mean());
        return guessed(figure) ? "; throughput estimated, " + within : spread(figure) ? "; throughput " + within : "";
    }

    private static BitRate rate(double bitsPerSecond) {
        return new BitRate(Math.round(bitsPerSecond));
    }
}
