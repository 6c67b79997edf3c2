package org.caravan.measure.schedule;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessCapacity.Direction;

/**
 * Selects the peer for the flow that loads an access link. The peer should be near, because a TCP flow saturates a short path sooner.
 * It should be wide, so that the result is the capacity of this access link and not that of the peer.
 */
final class PeerChoice {

    /** A peer with at least this multiple of the flow's rate was not the bottleneck; a smaller difference may be noise. */
    private static final double CLEARLY_WIDER = 1.25;

    private final List<AccessPoint> accessPoints;
    private final NetworkMatrix known;
    private final AccessCapacity capacity;

    PeerChoice(Iterable<AccessPoint> accessPoints, NetworkMatrix known) {
        SortedSet<AccessPoint> sorted = new TreeSet<>();
        accessPoints.forEach(sorted::add);
        this.accessPoints = List.copyOf(sorted);
        this.known = known;
        this.capacity = new AccessCapacity(known);
    }

    /**
     * Returns one outgoing and one incoming flow for every access point that has a peer. A flow measures both of its ends. Therefore
     * pairs in which both ends still lack a flow are joined first, nearest pairs first. Each remaining access point takes its nearest
     * peer.
     */
    SortedSet<PathId> nearest() {
        SortedSet<PathId> paths = new TreeSet<>();
        Set<AccessPoint> senders = new HashSet<>();
        Set<AccessPoint> receivers = new HashSet<>();
        for (PathId path : pairs()) {
            if (!senders.contains(path.from()) && !receivers.contains(path.to())) {
                paths.add(path);
                senders.add(path.from());
                receivers.add(path.to());
            }
        }
        accessPoints.stream().filter(at -> !senders.contains(at))
                .forEach(at -> nearest(at, Direction.SENDING).ifPresent(paths::add));
        accessPoints.stream().filter(at -> !receivers.contains(at))
                .forEach(at -> nearest(at, Direction.RECEIVING).ifPresent(paths::add));
        return paths;
    }

    /** All paths between sites on which neither end is known to limit the other, nearest first. */
    private List<PathId> pairs() {
        return accessPoints.stream()
                .flatMap(from -> peers(from).map(to -> new PathId(from, to)))
                .filter(path -> !mayLimit(path.to(), Direction.SENDING, capacity.bestRate(path.from(), Direction.SENDING, 0)))
                .filter(path -> !mayLimit(path.from(), Direction.RECEIVING, capacity.bestRate(path.to(), Direction.RECEIVING, 0)))
                .sorted(Comparator.<PathId>comparingDouble(path -> rtt(path.from(), path.to()))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** Returns additional flows for access links whose best rate may have been limited by the peer, to the nearest clearly wider peer. */
    SortedSet<PathId> wider() {
        return forEach(this::wider);
    }

    private interface Choice {
        Optional<PathId> of(AccessPoint at, Direction direction);
    }

    private SortedSet<PathId> forEach(Choice choice) {
        SortedSet<PathId> paths = new TreeSet<>();
        for (AccessPoint at : accessPoints) {
            for (Direction direction : Direction.values()) {
                choice.of(at, direction).ifPresent(paths::add);
            }
        }
        return paths;
    }

    private Optional<PathId> nearest(AccessPoint at, Direction direction) {
        double own = capacity.bestRate(at, direction, 0);
        return peers(at)
                .min(Comparator.<AccessPoint>comparingInt(peer -> mayLimit(peer, direction, own) ? 1 : 0)
                        .thenComparingDouble(peer -> rtt(at, peer))
                        .thenComparing(Comparator.naturalOrder()))
                .map(peer -> direction.path(at, peer));
    }

    private Optional<PathId> wider(AccessPoint at, Direction direction) {
        return capacity.best(at, direction)
                .filter(best -> mayLimit(best.peer(), direction, best.bitsPerSecond()))
                .flatMap(best -> peers(at)
                        .filter(peer -> clearlyWider(peer, direction, best.bitsPerSecond()))
                        .map(peer -> direction.path(at, peer))
                        .filter(path -> !isMeasured(path))
                        .min(Comparator.<PathId>comparingDouble(path -> rtt(path.from(), path.to()))
                                .thenComparing(Comparator.naturalOrder())));
    }

    /** Access points of other sites with the same IP version whose path from here was answered. */
    private Stream<AccessPoint> peers(AccessPoint at) {
        return accessPoints.stream()
                .filter(peer -> peer.family() == at.family() && !peer.siteId().equals(at.siteId()))
                .filter(peer -> known.answered(new PathId(at, peer)));
    }

    /** Median round-trip time in ms, which is robust: one outlier must not make a near peer a far one. */
    private double rtt(AccessPoint from, AccessPoint to) {
        return known.path(new PathId(from, to)).map(figures -> figures.idleRtt().median()).orElse(Double.MAX_VALUE);
    }

    /** Whether the peer may have limited the flow; false for a peer without a measured rate, so that it is tried. */
    private boolean mayLimit(AccessPoint peer, Direction direction, double rate) {
        return capacity.bestRate(peer, direction.opposite(), Double.MAX_VALUE) < CLEARLY_WIDER * rate;
    }

    private boolean clearlyWider(AccessPoint peer, Direction direction, double rate) {
        return capacity.bestRate(peer, direction.opposite(), 0) >= CLEARLY_WIDER * rate;
    }

    private boolean isMeasured(PathId path) {
        return known.path(path).map(PathFigures::throughput).filter(AccessCapacity::isMeasured).isPresent();
    }
}
