package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.caravan.application.Bandwidth;
import org.caravan.application.PlacementRules;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.ReservedResponses;
import org.caravan.problem.TrafficModel;
import org.caravan.solver.model.LinkEnd.Capacity;
import org.caravan.unit.BitRate;

/**
 * Capacity demand of links and copies on paths and uplinks of sites. Keeps only potential bottlenecks; most problems have none and then
 * cause no effort.
 *
 * @param all uplinks that can become a bottleneck
 * @param byAccessLink those of {@code all} that are uplinks
 * @param byPath those of {@code all} that are paths
 * @param byDownlink those of {@code all} that are inbound directions
 * @param bits by link: traffic of all requests in bit/s; empty if there is no potential bottleneck
 * @param needed by link: throughput that its path must have in bit/s. That is its traffic or, between components, the reservation of the
 *     called copy if that is more: its responses take this path. Users' own access is not reserved
 * @param min by instance: reservation on every uplink it uses, in bit/s
 * @param slowest lowest known throughput of a path, in bit/s
 */
public record UplinkCapacities(List<UplinkCapacity> all, Map<AccessLink, UplinkCapacity> byAccessLink,
        Map<PathId, UplinkCapacity> byPath, Map<AccessLink, UplinkCapacity> byDownlink, long[] bits, long[] needed, long[] min,
        long slowest) {

    public static final UplinkCapacities NONE = new UplinkCapacities(List.of(), Map.of(), Map.of(), Map.of(), new long[0],
            new long[0], new long[0], 0);

    public static UplinkCapacities of(PlacementProblem problem, CompiledProblem tables, TrafficModel traffic) {
        long[] bits = new LinkRates(problem.application(), traffic, tables).bitsPerSecond();
        PlacementRules bonds = problem.application().supplement().bonds();
        long[] min = tables.instances().stream()
                .mapToLong(instance -> bonds.bandwidth(instance.component().id(), instance.id().index()).map(Bandwidth::min)
                        .orElse(BitRate.ZERO).value())
                .toArray();
        long most = Math.max(LongStream.of(bits).sum(), LongStream.of(min).sum());
        List<UplinkCapacity> narrow = new ArrayList<>();
        Set<String> siteIds = Set.copyOf(tables.siteIds());
        problem.infrastructure().sites().stream().filter(site -> siteIds.contains(site.id())).forEach(site -> site.isps().forEach(isp -> {
            AccessLink at = new AccessLink(site.id(), isp.id());
            long reserved = problem.uplinks().reservedElsewhere(at).value();
            problem.uplinks().capacity(at, isp).map(rate -> Math.max(0, rate.value() - reserved)).filter(free -> free < most)
                    .ifPresent(free -> narrow.add(new UplinkCapacity(narrow.size(), at, free)));
        }));
        addResponses(problem, tables, min, narrow);
        long slowest = slowest(tables);
        long[] needed = tables.links().stream().mapToLong(link -> link.from() < min.length ? Math.max(bits[link.index()], min[link.to()])
                : bits[link.index()]).toArray();
        boolean paths = LongStream.of(needed).max().orElse(0) > slowest;
        return narrow.isEmpty() && !paths ? NONE
                : new UplinkCapacities(List.of(), Map.of(), Map.of(), Map.of(), bits, needed, min, slowest).with(narrow);
    }

    /** The same with another list of potential bottlenecks. */
    public UplinkCapacities with(List<UplinkCapacity> narrow) {
        Map<AccessLink, UplinkCapacity> links = new HashMap<>();
        Map<AccessLink, UplinkCapacity> inbound = new HashMap<>();
        Map<PathId, UplinkCapacity> paths = new HashMap<>();
        narrow.forEach(line -> line.path().ifPresentOrElse(path -> paths.put(path, line),
                () -> (line.inbound() ? inbound : links).put(line.at(), line)));
        return new UplinkCapacities(List.copyOf(narrow), links, paths, inbound, bits, needed, min, slowest);
    }

    /**
     * Paths that carry less than all called copies and other applications reserve together, and access links that receive less. A path
     * too slow for one copy is counted by its link as well.
     */
    private static void addResponses(PlacementProblem problem, CompiledProblem tables, long[] min, List<UplinkCapacity> narrow) {
        BitSet called = new BitSet();
        tables.links().stream().filter(link -> link.from() < min.length && min[link.to()] > 0).forEach(link -> called.set(link.to()));
        if (called.isEmpty()) {
            return;
        }
        long sum = called.stream().mapToLong(instance -> min[instance]).sum();
        ReservedResponses elsewhere = problem.uplinks().responsesElsewhere();
        Set<String> sites = Set.copyOf(tables.siteIds());
        problem.infrastructure().sites().stream().filter(site -> sites.contains(site.id())).forEach(site -> site.isps().forEach(isp -> {
            AccessLink at = new AccessLink(site.id(), isp.id());
            isp.downlink().map(rate -> Math.max(0, rate.value() - elsewhere.into(at).value())).filter(free -> free < sum)
                    .ifPresent(free -> narrow.add(UplinkCapacity.inbound(narrow.size(), at, free)));
        }));
        if (called.cardinality() > 1 || !elsewhere.none()) {
            LatencyModel latency = new LatencyModel(problem);
            problem.network().all().keySet().stream()
                    .filter(path -> sites.contains(path.from().siteId()) && sites.contains(path.to().siteId()))
                    .sorted().forEach(path -> latency.known(path, false).flatMap(PathChoice::most)
                            .map(most -> Math.max(0, most.value() - elsewhere.on(path).value()))
                            .filter(free -> free < sum).ifPresent(free -> narrow.add(UplinkCapacity.of(narrow.size(), path, free))));
        }
    }

    /** Lowest known throughput in bit/s of a path between sites or from users. Scans all pairs of sites. */
    private static long slowest(CompiledProblem tables) {
        long slowest = Long.MAX_VALUE;
        for (ParetoPaths paths : tables.ways().between()) {
            for (int index = 0; index < paths.size(); index++) {
                slowest = Math.min(slowest, throughput(paths.choice(index)));
            }
        }
        for (LinkModel link : tables.links()) {
            for (PathChoice kept : link.kept().values()) {
                slowest = Math.min(slowest, throughput(kept));
            }
        }
        return slowest;
    }

    /** Throughput in bit/s; {@link Long#MAX_VALUE} within a site or if not measured. */
    private static long throughput(PathChoice path) {
        return path.most().isPresent() ? path.most().get().value() : Long.MAX_VALUE;
    }

    /** Whether there is any potential bottleneck. */
    public boolean active() {
        return bits.length > 0;
    }

    /** Whether the link can contribute to an overload. */
    public boolean concern(LinkModel link) {
        if (!active()) {
            return false;
        }
        long asked = bits[link.index()];
        boolean reserves = min[link.to()] > 0 || link.from() < min.length && min[link.from()] > 0;
        return needed[link.index()] > slowest || !all.isEmpty() && (asked > 0 || reserves);
    }

    /** Returns null if the path ends at no potential bottleneck, for example within a site. @param far whether to use the called end */
    public UplinkCapacity line(PathChoice path, boolean far) {
        return path.path().withinSite() ? null : byAccessLink.get(AccessLink.of(far ? path.path().to() : path.path().from()));
    }

    /** Returns null if the path carries all that called copies reserve. */
    public UplinkCapacity path(PathChoice path) {
        return path.path().withinSite() ? null : byPath.get(path.path());
    }

    /** Returns null if the caller's access link receives all that called copies reserve. */
    public UplinkCapacity downlink(PathChoice path) {
        return path.path().withinSite() ? null : byDownlink.get(AccessLink.of(path.path().from()));
    }

    /** Hard penalty for the throughput of a path between sites; 0 if there is no path or its throughput is unknown. */
    public long throughputOver(PathChoice path, LinkModel link) {
        return path == null ? 0 : PenaltyWeights.rateOver(needed[link.index()], throughput(path));
    }

    /** Facts for the constraint streams. */
    public List<LinkEnd> ends(CompiledProblem tables) {
        List<LinkEnd> ends = new ArrayList<>();
        for (LinkModel link : active() ? tables.links() : List.<LinkModel>of()) {
            ends.add(new LinkEnd(this, link, true, Capacity.UPLINK, link.to(), link.from(), min[link.to()], bits[link.index()]));
            if (link.from() < min.length) {
                ends.add(new LinkEnd(this, link, false, Capacity.UPLINK, link.from(), link.to(), min[link.from()], bits[link.index()]));
                if (!byPath.isEmpty() && min[link.to()] > 0) {
                    ends.add(new LinkEnd(this, link, true, Capacity.PATH, link.to(), link.from(), min[link.to()], 0));
                }
                if (!byDownlink.isEmpty() && min[link.to()] > 0) {
                    ends.add(new LinkEnd(this, link, true, Capacity.DOWNLINK, link.to(), link.from(), min[link.to()], 0));
                }
            }
        }
        return ends;
    }

    /** Identity, because records that refer to each other would compare recursively without end. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
