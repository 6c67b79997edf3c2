package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;

/**
 * A link whose egress counts for a limit on cost.
 *
 * @param link null for one that costs nothing, which every plan has, for there to be a sum
 * @param from as of the link
 * @param to as of the link
 */
record Paying(LinkTable link, int from, int to) {

    static final Paying NOTHING = new Paying(null, 0, 0);

    static List<Paying> of(PlacementTables tables) {
        List<Paying> all = new ArrayList<>(List.of(NOTHING));
        if (tables.considered().egress() && tables.considered().limited()) {
            tables.links().forEach(link -> all.add(new Paying(link, link.from(), link.to())));
        }
        return all;
    }

    /** Thousandths of a cent a month. */
    long mills(Seat fromSeat, Seat toSeat) {
        return link == null ? 0 : link.egressMills(link.relation(fromSeat, toSeat));
    }
}
