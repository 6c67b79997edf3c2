package org.caravan.solver;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.PathWish;

/**
 * Tables as if no line and path were too narrow and, where other paths than those that suit the goals may keep a promise or a limit, as if a link went by whichever of them is
 * best in the respect that is asked for: soonest where something is promised, cheapest where money is limited. No choice of paths does better.
 */
final class Wide {

    /** What a promise asks of a link, and where it may go. Replicas and the requests of one kind ask the same. @param users -1 where no users call */
    private record Asking(PathWish wish, OpenPaths.Asked asked, int users) {}

    private final PlacementTables tables;
    private final Map<Asking, Boolean> hurried = new HashMap<>();

    private Wide(PlacementTables tables) {
        this.tables = tables;
    }

    /** Whether links may have to take other paths than those that suit their goals best, for an obligation to be kept. */
    static boolean matters(PlacementTables tables) {
        Wide wide = new Wide(tables);
        return tables.lines().active() || traded(tables) || tables.hops().stream().anyMatch(wide::hurried);
    }

    /** Whether paths that cost least may be too slow for a promise, or those that suit the goals too dear for a limit. */
    private static boolean traded(PlacementTables tables) {
        return tables.considered().egress() && (!tables.journeys().isEmpty() || tables.considered().limited());
    }

    /** Whether some path is sooner for the promise than the link's own, which suits one average request by mean times; a promise is on one kind of request, and maybe on its tail. */
    private boolean hurried(JourneyHop hop) {
        int users = hop.link().from() - tables.tenants().size();
        return hurried.computeIfAbsent(new Asking(hop.link().wish(), OpenPaths.Asked.by(hop), Math.max(-1, users)), this::hurried);
    }

    private boolean hurried(Asking asking) {
        Ways ways = tables.ways();
        IntPredicate sooner = relation -> {
            ParetoPaths paths = ways.between()[relation];
            int best = paths.bestIndex(asking.wish());
            return IntStream.range(0, paths.size()).anyMatch(index -> asking.asked().sooner(paths, index, best));
        };
        return (asking.users() < 0 ? ways.severalBetween() : ways.severalOfUsers(asking.users())).anyMatch(sooner);
    }

    static PlacementTables of(PlacementTables tables) {
        boolean all = traded(tables);
        Wide wide = new Wide(tables);
        List<LinkTable> links = tables.links().stream().map(link -> link.open(all ? OpenPaths.ALL : wide.opened(link))).toList();
        return (links.stream().anyMatch(link -> link.open().any()) ? over(tables, links) : tables).with(Lines.NONE);
    }

    private OpenPaths opened(LinkTable link) {
        return new OpenPaths(false, Arrays.stream(tables.hopsOf()[link.index()]).filter(this::hurried).map(OpenPaths.Asked::by).distinct().toList());
    }

    private static PlacementTables over(PlacementTables tables, List<LinkTable> links) {
        List<JourneyHop> hops = tables.hops().stream().map(hop -> new JourneyHop(hop.leg(), links.get(hop.link().index()), hop.traffic())).toList();
        PlacementTables open = PlacementTables.of(tables.tenants(), tables.seats(), tables.siteIds(), tables.slotsFree(), tables.ways(), links,
                tables.journeys(), hops, tables.separated());
        return open.within(tables.seats(), tables.considered()).with(tables.couplings()).with(tables.utilities().over(links));
    }
}
