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
 * With which peer an access link is best loaded: near, since one TCP flow fills a short path sooner, and wide,
 * since the figure is to be that of this access link and not of the peer's.
 */
final class PeerChoice {

    /** A peer seen to carry this many times the flow was not the flow's limit; below, noise could hide it. */
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
     * One flow out and one in for every access point that has a peer. A flow tells of both its ends, so that first each pair
     * of ends that both still lack one is joined, nearest pairs first; who is left over takes its nearest peer.
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

    /** All paths between sites on which neither end is known to be the other's limit, nearest first. */
    private List<PathId> pairs() {
        return accessPoints.stream()
                .flatMap(from -> peers(from).map(to -> new PathId(from, to)))
                .filter(path -> !mayLimit(path.to(), Direction.SENDING, capacity.bestRate(path.from(), Direction.SENDING, 0)))
                .filter(path -> !mayLimit(path.from(), Direction.RECEIVING, capacity.bestRate(path.to(), Direction.RECEIVING, 0)))
                .sorted(Comparator.<PathId>comparingDouble(path -> rtt(path.from(), path.to()))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** Further flows for access links whose best figure may have been their peer's, to the nearest peer clearly wider. */
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

    /** Peers of other sites that were heard of. */
    private Stream<AccessPoint> peers(AccessPoint at) {
        return accessPoints.stream()
                .filter(peer -> peer.family() == at.family() && !peer.siteId().equals(at.siteId()))
                .filter(peer -> known.answered(new PathId(at, peer)));
    }

    /** The median: one wild answer must not make a near peer a far one. */
    private double rtt(AccessPoint from, AccessPoint to) {
        return known.path(new PathId(from, to)).map(figures -> figures.idleRtt().median()).orElse(Double.MAX_VALUE);
    }

    /** A peer of which nothing is known is given a try. */
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
