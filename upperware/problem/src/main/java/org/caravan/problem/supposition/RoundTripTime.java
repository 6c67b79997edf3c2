package org.caravan.problem.supposition;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.P99;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.problem.PlacementProblem;

/**
 * Assumes another round-trip time for known paths between two places. Spread and throughput stay unchanged.
 *
 * @param bothWays whether the reverse paths change, too
 * @param change function from the known mean to the assumed one, in ms
 */
record RoundTripTime(String from, String to, boolean bothWays, DoubleUnaryOperator change) implements Assumption {

    static DoubleUnaryOperator of(double milliseconds) {
        return any -> milliseconds;
    }

    static DoubleUnaryOperator plus(double milliseconds) {
        return mean -> mean + milliseconds;
    }

    static DoubleUnaryOperator times(double factor) {
        return mean -> mean * factor;
    }

    @Override
    public PlacementProblem appliedTo(PlacementProblem problem) {
        Places places = new Places(problem.infrastructure());
        Predicate<AccessPoint> here = places.requiredEnds(from);
        Predicate<AccessPoint> there = places.requiredEnds(to);
        Predicate<PathId> meant = path -> !path.withinSite()
                && (here.test(path.from()) && there.test(path.to())
                        || bothWays && here.test(path.to()) && there.test(path.from()));
        SortedMap<PathId, PathFigures> paths = new TreeMap<>(problem.network().all());
        if (paths.keySet().stream().noneMatch(meant)) {
            throw Assumption.refused("no-known-path", "No path between (" + from + ") and (" + to + ") is known.",
                    "measure first: caravan probe.");
        }
        paths.replaceAll((path, known) -> meant.test(path) ? supposed(known) : known);
        return problem.withNetwork(new NetworkMatrix(paths, problem.network().silent()));
    }

    private PathFigures supposed(PathFigures known) {
        return new PathFigures(known.path(), shifted(known.idleRtt()), known.loadedRtt(), known.throughput(), known.loss(), known.jitter());
    }

    private PathStatistic shifted(PathStatistic rtt) {
        double mean = change.applyAsDouble(rtt.mean());
        double by = mean - rtt.mean();
        return new PathStatistic(mean, rtt.halfWidth95(), Math.max(0, rtt.median() + by), Math.max(mean, rtt.p95() + by), rtt.samples(),
                rtt.newest(), rtt.origin(), rtt.p99().map(p99 -> new P99(Math.max(mean, p99.value() + by), p99.samples())));
    }
}
