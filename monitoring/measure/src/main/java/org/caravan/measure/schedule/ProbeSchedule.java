package org.caravan.measure.schedule;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathId;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbePoint;

/**
 * Schedules the probes of an infrastructure.
 *
 * <p>Idle: each pair of access points of two sites once. An echo crosses both directions of a path.
 * The same request from the other end would give the same result and double the time. The matrix builder marks the figure of the other
 * direction as estimated.
 *
 * <p>Loaded: one flow out of and one into each access point, with the nearest peer. If the peer may have been the bottleneck, another
 * flow with the nearest clearly wider peer follows. Alternatively, a flow on every directed path that answered.
 */
public final class ProbeSchedule {

    /** The median of three: a stall of a machine spoils one. */
    private static final int TRAINS = 3;

    /** Enough to fill the buffers below the narrowest link up to 250 Mbit/s. */
    private static final int PACKETS = 100;

    /** The shortest train with a usable rate on most links. */
    private static final int LEAST_PACKETS = 30;

    /** Most bytes of the trains of a run, once; up to one in eight is repeated, so that all stay below 20 MB. Echoes are not counted. */
    private static final long TRAIN_BYTES = 17_500_000;

    /** Paths on which the shortest trains stay within these bytes. */
    private static final int MOST_TRAIN_PATHS = (int) (TRAIN_BYTES / ProbeOrder.PacketTrains.MOST_PACKET_BYTES / LEAST_PACKETS);

    /** Trains load a link for some milliseconds; most of the time goes into connections to the machines. */
    private static final int TRAINS_AT_ONCE = 8;

    private final ProbePoints points;
    private final ProbeSettings settings;
    private final Predicate<PathId> wanted;
    private final Set<PathId> spared;

    private ProbeSchedule(ProbePoints points, ProbeSettings settings, Predicate<PathId> wanted, Set<PathId> spared) {
        this.points = points;
        this.settings = settings;
        this.wanted = wanted;
        this.spared = Set.copyOf(spared);
    }

    public static ProbeSchedule of(Infrastructure infrastructure, MachineAddresses addresses, ProbeSettings settings) {
        return new ProbeSchedule(ProbePoints.of(infrastructure, addresses), settings, path -> true, Set.of());
    }

    /** Returns this schedule restricted to the given paths; an idle measurement of a path counts for its reverse, too. */
    public ProbeSchedule only(Set<PathId> paths) {
        return new ProbeSchedule(points, settings, Set.copyOf(paths)::contains, spared);
    }

    /** Returns this schedule without idle measurements of the given paths and their reverses; see {@link SkippedPaths}. */
    public ProbeSchedule sparing(Set<PathId> paths) {
        return new ProbeSchedule(points, settings, wanted, paths);
    }

    public ProbeSettings settings() {
        return settings;
    }

    /** The machine that probes each access point. */
    public SortedMap<AccessPoint, ProbePoint> points() {
        return points.points();
    }

    /** A message for each access point that cannot be probed. */
    public List<String> unprobed() {
        return points.unprobed();
    }

    /** All idle measurements, in one round: echo requests are too few to disturb each other. */
    public List<ProbeRound> idleRounds() {
        List<ProbeOrder> orders = idlePaths()
                .filter(path -> !spared.contains(path) && !spared.contains(path.reversed()))
                .<ProbeOrder>map(path -> new ProbeOrder.IdleRtt(from(path), to(path), settings.echoCount()))
                .toList();
        return orders.isEmpty() ? List.of() : List.of(new ProbeRound(orders, settings.idleAtOnce()));
    }

    /** Paths of idle measurements of this schedule, each in its measured direction. Includes the paths of {@link #sparing}. */
    public List<PathId> measuredPaths() {
        return idlePaths().toList();
    }

    private Stream<PathId> idlePaths() {
        return measuredPaths(points().keySet()).filter(path -> wanted.test(path) || wanted.test(path.reversed()));
    }

    /**
     * Paths of idle measurements between access points of two sites, each in its measured direction. The source does most of the work, so
     * the directions are divided: the points are sorted and numbered, and the lower point of a path is its source if the sum of both
     * numbers is odd, otherwise the higher one. Points of a site have consecutive numbers, so its machines also share the work with those
     * of every other site. If all ISPs have IPv4 and IPv6, all sums are even, and the higher point is always the source.
     */
    public static Stream<PathId> measuredPaths(Collection<AccessPoint> points) {
        List<AccessPoint> ordered = points.stream().sorted().toList();
        Map<AccessPoint, Integer> places = IntStream.range(0, ordered.size()).boxed()
                .collect(Collectors.toMap(ordered::get, place -> place));
        return betweenSites(points).filter(path -> path.from().compareTo(path.to()) < 0
                == ((places.get(path.from()) + places.get(path.to())) % 2 == 1));
    }

    /** Bytes that one round of idle measurements uses on each access link if no path is skipped. */
    Map<AccessLink, Long> idleBytes() {
        return idlePaths()
                .flatMap(path -> AccessLink.of(path).stream())
                .collect(Collectors.groupingBy(link -> link,
                        Collectors.summingLong(any -> ProbeBudgetLeft.idleBytes(settings.echoCount()))));
    }

    /** Rounds with one flow out of and one into each access point that has a peer with a known round-trip time. */
    public List<ProbeRound> accessLinkRounds(NetworkMatrix known) {
        return flows(new PeerChoice(points().keySet(), known).nearest());
    }

    /**
     * Packet trains on every directed path between sites that has a known round-trip time: three of 100 packets, or one, which may be
     * shorter, so that all of them stay within {@value #TRAIN_BYTES} bytes. If even the shortest do not, on the paths of {@link
     * #accessLinkRounds}, or on as many of these as stay within the bytes.
     *
     * <p>One round, in which orders may share access links: the {@link org.caravan.measure.ProbeBatch} of a probe keeps them apart.
     */
    public List<ProbeRound> trainRounds(NetworkMatrix known) {
        List<PathId> all = pathsBetweenSites().filter(known::answered).toList();
        List<PathId> paths = all.size() <= MOST_TRAIN_PATHS ? all
                : new PeerChoice(points().keySet(), known).nearest().stream().limit(MOST_TRAIN_PATHS).toList();
        Trains trains = trains(paths.size());
        List<ProbeOrder> orders = paths.stream()
                .<ProbeOrder>map(path -> new ProbeOrder.PacketTrains(from(path), to(path), trains.count(), trains.packets()))
                .toList();
        return orders.isEmpty() ? List.of() : List.of(new ProbeRound(orders, TRAINS_AT_ONCE));
    }

    /** Trains of a path, and packets of each. */
    record Trains(int count, int packets) {}

    /** The trains of each of up to {@link #MOST_TRAIN_PATHS} paths that together stay within the bytes of a run. */
    static Trains trains(int paths) {
        long packets = TRAIN_BYTES / ProbeOrder.PacketTrains.MOST_PACKET_BYTES / Math.max(1, paths);
        return packets < TRAINS * PACKETS ? new Trains(1, (int) Math.min(PACKETS, packets)) : new Trains(TRAINS, PACKETS);
    }

    /** Rounds that resolve uncertain results of {@link #accessLinkRounds}; empty if there are none. */
    public List<ProbeRound> widerPeerRounds(NetworkMatrix known) {
        return flows(new PeerChoice(points().keySet(), known).wider());
    }

    /** Rounds with a flow on every directed path between sites that has a known round-trip time. */
    public List<ProbeRound> fullRounds(NetworkMatrix known) {
        return flows(pathsBetweenSites().filter(known::answered).toList());
    }

    /** Flows on those of the given paths that connect two sites and have a machine at both ends. */
    List<ProbeOrder.LoadedFlow> flowsOn(Collection<PathId> paths) {
        return pathsBetweenSites()
                .filter(paths::contains)
                .map(path -> new ProbeOrder.LoadedFlow(from(path), to(path), settings.flowSeconds()))
                .toList();
    }

    /** Rounds for the given flows. */
    public List<ProbeRound> rounds(List<ProbeOrder.LoadedFlow> flows) {
        return Rounds.withoutSharedLinks(flows, settings.flowsAtOnce());
    }

    private Stream<PathId> pathsBetweenSites() {
        return allBetweenSites().filter(wanted);
    }

    private Stream<PathId> allBetweenSites() {
        return betweenSites(points().keySet());
    }

    private static Stream<PathId> betweenSites(Collection<AccessPoint> points) {
        return points.stream()
                .flatMap(from -> points.stream()
                        .filter(to -> to.family() == from.family())
                        .map(to -> new PathId(from, to)))
                .filter(path -> !path.withinSite());
    }

    private List<ProbeRound> flows(Collection<PathId> paths) {
        List<ProbeOrder.LoadedFlow> orders = paths.stream()
                .map(path -> new ProbeOrder.LoadedFlow(from(path), to(path), settings.flowSeconds()))
                .toList();
        return Rounds.withoutSharedLinks(orders, settings.flowsAtOnce());
    }

    private ProbePoint from(PathId path) {
        return points().get(path.from());
    }

    private ProbePoint to(PathId path) {
        return points().get(path.to());
    }
}
