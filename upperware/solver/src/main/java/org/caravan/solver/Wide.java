package org.caravan.solver;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.caravan.problem.ParetoPaths;

/**
 * Tables as if no line and path were too narrow and, where other paths than those that suit the goals may keep a promise or a limit, as if a link went by whichever of them is
 * best in the respect that is asked for: soonest where something is promised, cheapest where money is limited. No choice of paths does better.
 */
final class Wide {

    private Wide() {}

    /** Whether links may have to take other paths than those that suit their goals best, for an obligation to be kept. */
    static boolean matters(PlacementTables tables) {
        return tables.lines().active() || traded(tables) || tables.hops().stream().anyMatch(hop -> hurried(tables, hop));
    }

    /** Whether paths that cost least may be too slow for a promise, or those that suit the goals too dear for a limit. */
    private static boolean traded(PlacementTables tables) {
        return tables.considered().egress() && (!tables.journeys().isEmpty() || tables.considered().limited());
    }

    /** Whether some path is sooner for the promise than the link's own, which suits one average request by mean times; a promise is on one kind of request, and maybe on its tail. */
    private static boolean hurried(PlacementTables tables, JourneyHop hop) {
        LinkTable link = hop.link();
        Ways ways = tables.ways();
        OpenPaths.Asked asked = OpenPaths.Asked.by(hop);
        IntPredicate sooner = relation -> {
            ParetoPaths paths = ways.between()[relation];
            int best = paths.size() > 1 ? paths.bestIndex(link.wish()) : 0;
            return paths.size() > 1 && IntStream.range(0, paths.size()).anyMatch(index -> asked.sooner(paths, index, best));
        };
        int users = link.from() - tables.tenants().size();
        return users >= 0 ? IntStream.range(0, ways.sites()).map(site -> ways.ofUsers(users, site)).anyMatch(sooner)
                : IntStream.range(0, ways.sites() * ways.sites() + ways.sites()).anyMatch(sooner);
    }

    static PlacementTables of(PlacementTables tables) {
        boolean all = traded(tables);
        List<LinkTable> links = tables.links().stream().map(link -> link.open(all ? OpenPaths.ALL : opened(tables, link))).toList();
        return (links.stream().anyMatch(link -> link.open().any()) ? over(tables, links) : tables).with(Lines.NONE);
    }

    private static OpenPaths opened(PlacementTables tables, LinkTable link) {
        return new OpenPaths(false, Arrays.stream(tables.hopsOf()[link.index()]).filter(hop -> hurried(tables, hop)).map(OpenPaths.Asked::by).distinct().toList());
    }

    private static PlacementTables over(PlacementTables tables, List<LinkTable> links) {
        List<JourneyHop> hops = tables.hops().stream().map(hop -> new JourneyHop(hop.leg(), links.get(hop.link().index()), hop.traffic())).toList();
        PlacementTables open = PlacementTables.of(tables.tenants(), tables.seats(), tables.siteIds(), tables.slotsFree(), tables.ways(), links,
                tables.journeys(), hops, tables.separated());
        return open.within(tables.seats(), tables.considered()).with(tables.couplings()).with(tables.utilities().over(links));
    }
}
