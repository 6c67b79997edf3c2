package org.caravan.solver;

import java.util.List;

/**
 * Tables as if no line and path were too narrow and, where traffic costs money, as if each link went by whichever path is best in the respect that is
 * asked for: soonest where something is promised, cheapest where money is limited. No choice of paths does better.
 */
final class Wide {

    private Wide() {}

    /** Whether links may have to take other paths than those that suit their goals best, for an obligation to be kept. */
    static boolean matters(PlacementTables tables) {
        return tables.lines().active() || traded(tables);
    }

    /** Whether paths that cost least may be too slow for a promise, or those that suit the goals too dear for a limit. */
    private static boolean traded(PlacementTables tables) {
        return tables.considered().egress() && (!tables.journeys().isEmpty() || tables.considered().limited());
    }

    static PlacementTables of(PlacementTables tables) {
        PlacementTables open = traded(tables) ? byAnyPath(tables) : tables;
        return open.with(Lines.NONE);
    }

    private static PlacementTables byAnyPath(PlacementTables tables) {
        List<LinkTable> links = tables.links().stream().map(LinkTable::byAnyPath).toList();
        List<JourneyHop> hops = tables.hops().stream().map(hop -> new JourneyHop(hop.leg(), links.get(hop.link().index()), hop.traffic())).toList();
        PlacementTables open = PlacementTables.of(tables.tenants(), tables.seats(), tables.siteIds(), tables.slotsFree(), tables.ways(), links,
                tables.journeys(), hops, tables.separated());
        return open.within(tables.seats(), tables.considered()).with(tables.couplings()).with(tables.utilities().over(links));
    }
}
