package org.caravan.solver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.caravan.application.Bandwidth;
import org.caravan.application.Bonds;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.TrafficModel;
import org.caravan.unit.BitRate;

/**
 * What links and copies ask of paths and of sites' access links. Only what could ever be too much is kept: most problems have nothing of it,
 * and pay nothing for it.
 *
 * @param all access links that could become too narrow
 * @param byAccessLink the same
 * @param bits by link: what all requests send over it, bit/s; no numbers where nothing could be too much
 * @param min by tenant: what it reserves on every access link it uses, bit/s
 * @param slowest bit/s that every path carries of which it is known
 */
record Lines(List<Line> all, Map<AccessLink, Line> byAccessLink, long[] bits, long[] min, long slowest) {

    static final Lines NONE = new Lines(List.of(), Map.of(), new long[0], new long[0], 0);

    static Lines of(PlacementProblem problem, PlacementTables tables, TrafficModel traffic) {
        long[] bits = new LinkRates(problem.application(), traffic, tables).bitsPerSecond();
        Bonds bonds = problem.application().supplement().bonds();
        long[] min = tables.tenants().stream()
                .mapToLong(tenant -> bonds.bandwidth(tenant.component().id()).map(Bandwidth::min).orElse(BitRate.ZERO).value()).toArray();
        long most = Math.max(LongStream.of(bits).sum(), LongStream.of(min).sum());
        List<Line> narrow = new ArrayList<>();
        Set<String> siteIds = Set.copyOf(tables.siteIds());
        problem.infrastructure().sites().stream().filter(site -> siteIds.contains(site.id())).forEach(site -> site.isps().forEach(isp -> {
            AccessLink at = new AccessLink(site.id(), isp.id());
            long reserved = problem.uplinks().reservedElsewhere(at).value();
            isp.uplink().map(rate -> Math.max(0, rate.value() - reserved)).filter(free -> free < most)
                    .ifPresent(free -> narrow.add(new Line(narrow.size(), at, free)));
        }));
        long slowest = slowest(tables);
        boolean paths = LongStream.of(bits).max().orElse(0) > slowest;
        return narrow.isEmpty() && !paths ? NONE : new Lines(List.of(), Map.of(), bits, min, slowest).with(narrow);
    }

    /** The same with other access links that could become too narrow. */
    Lines with(List<Line> narrow) {
        Map<AccessLink, Line> links = new HashMap<>();
        narrow.forEach(line -> links.put(line.at(), line));
        return new Lines(List.copyOf(narrow), links, bits, min, slowest);
    }

    /** Bit/s of the slowest path of which it is known, between sites or from users. Goes through all pairs of sites: plainly. */
    private static long slowest(PlacementTables tables) {
        long slowest = Long.MAX_VALUE;
        for (ParetoPaths paths : tables.ways().between()) {
            for (int index = 0; index < paths.size(); index++) {
                slowest = Math.min(slowest, throughput(paths.choice(index)));
            }
        }
        for (LinkTable link : tables.links()) {
            for (PathChoice kept : link.kept().values()) {
                slowest = Math.min(slowest, throughput(kept));
            }
        }
        return slowest;
    }

    /** Bit/s; the greatest number within a site, and where nobody measured it. */
    private static long throughput(PathChoice path) {
        return path.most().isPresent() ? path.most().get().value() : Long.MAX_VALUE;
    }

    /** Whether anything could be too much. */
    boolean active() {
        return bits.length > 0;
    }

    /** Whether what the link asks could be part of what is too much. */
    boolean concern(LinkTable link) {
        if (!active()) {
            return false;
        }
        long asked = bits[link.index()];
        boolean reserves = min[link.to()] > 0 || link.from() < min.length && min[link.from()] > 0;
        return asked > slowest || !all.isEmpty() && (asked > 0 || reserves);
    }

    /** Null where the path ends on none that could become too narrow, as within a site. @param far at the end that answers */
    Line line(PathChoice path, boolean far) {
        return path.path().withinSite() ? null : byAccessLink.get(AccessLink.of(far ? path.path().to() : path.path().from()));
    }

    /** What is too much for a path between sites; 0 where its throughput is unknown, or none is known. */
    long throughputOver(PathChoice path, long rate) {
        return path == null ? 0 : HardWeight.rateOver(rate, throughput(path));
    }

    /** For constraints that join them. */
    List<LinkEnd> ends(PlacementTables tables) {
        List<LinkEnd> ends = new ArrayList<>();
        for (LinkTable link : active() ? tables.links() : List.<LinkTable>of()) {
            ends.add(new LinkEnd(this, link, true, link.to(), link.from(), min[link.to()], bits[link.index()]));
            if (link.from() < min.length) {
                ends.add(new LinkEnd(this, link, false, link.from(), link.to(), min[link.from()], bits[link.index()]));
            }
        }
        return ends;
    }

    /** Records that hold each other would compare each other for ever. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
