package org.caravan.solver.optaplanner;

import java.util.ArrayList;
import java.util.List;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;

/**
 * Link whose egress counts towards a cost limit.
 *
 * @param link null for a free link, which every plan contains so that the sum exists
 * @param from as in the link
 * @param to as in the link
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

    /** Thousandths of a cent per month. */
    long mills(Seat fromSeat, Seat toSeat) {
        return link == null ? 0 : link.egressMills(link.relation(fromSeat, toSeat));
    }
}
