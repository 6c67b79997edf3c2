package org.caravan.measure;

import java.util.Optional;
import org.caravan.unit.BitRate;
import org.caravan.unit.Millis;

/**
 * Metrics of a path. A path without an idle round-trip time is unknown and not in the matrix.
 *
 * @param idleRtt ms
 * @param loadedRtt ms; empty if not measured
 * @param throughput bit/s; empty if unknown
 * @param loss fraction of lost probes, 0 to 1
 * @param jitter ms; empty if unknown
 */
public record PathFigures(
        PathId path,
        PathStatistic idleRtt,
        Optional<PathStatistic> loadedRtt,
        Optional<PathStatistic> throughput,
        double loss,
        Optional<PathStatistic> jitter) {

    /** Accepts records stored by earlier versions, which have no jitter. */
    public PathFigures {
        jitter = jitter == null ? Optional.empty() : jitter;
    }

    public PathFigures(
            PathId path, PathStatistic idleRtt, Optional<PathStatistic> loadedRtt, Optional<PathStatistic> throughput, double loss) {
        this(path, idleRtt, loadedRtt, throughput, loss, Optional.empty());
    }

    public Millis meanRtt() {
        return new Millis(idleRtt.mean());
    }

    public Millis p95Rtt() {
        return new Millis(idleRtt.p95());
    }

    public Optional<BitRate> meanThroughput() {
        return throughput.map(figure -> new BitRate(Math.round(figure.mean())));
    }
}
