package org.caravan.measure.schedule;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;

/** Highest measured rate of each access point and direction, over flows to and from other sites. */
final class AccessCapacity {

    /** Direction in which a flow crosses an access link. */
    enum Direction {
        SENDING,
        RECEIVING;

        Direction opposite() {
            return this == SENDING ? RECEIVING : SENDING;
        }

        /** Path of a flow that crosses the access link in this direction. */
        PathId path(AccessPoint at, AccessPoint peer) {
            return this == SENDING ? new PathId(at, peer) : new PathId(peer, at);
        }

        private AccessPoint ownEnd(PathId path) {
            return this == SENDING ? path.from() : path.to();
        }

        private AccessPoint peerEnd(PathId path) {
            return this == SENDING ? path.to() : path.from();
        }
    }

    /** Highest measured rate in bit/s, and the peer of that flow. */
    record Best(double bitsPerSecond, AccessPoint peer) {}

    private final Map<Direction, Map<AccessPoint, Best>> best =
            Map.of(Direction.SENDING, new TreeMap<>(), Direction.RECEIVING, new TreeMap<>());

    AccessCapacity(NetworkMatrix known) {
        known.all().values().forEach(this::learn);
    }

    Optional<Best> best(AccessPoint at, Direction direction) {
        return Optional.ofNullable(best.get(direction).get(at));
    }

    double bestRate(AccessPoint at, Direction direction, double otherwise) {
        return best(at, direction).map(Best::bitsPerSecond).orElse(otherwise);
    }

    static boolean isMeasured(Optional<PathStatistic> throughput) {
        return throughput.filter(figure -> figure.origin() == PathStatistic.Origin.MEASURED).isPresent();
    }

    private void learn(PathFigures figures) {
        if (!isMeasured(figures.throughput()) || figures.path().withinSite()) {
            return;
        }
        double rate = figures.throughput().orElseThrow().mean();
        for (Direction direction : Direction.values()) {
            best.get(direction)
                    .merge(
                            direction.ownEnd(figures.path()),
                            new Best(rate, direction.peerEnd(figures.path())),
                            (one, other) -> one.bitsPerSecond() >= other.bitsPerSecond() ? one : other);
        }
    }
}
