package org.caravan.solver.optaplanner;

import java.util.ArrayList;
import java.util.List;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.Position;

/**
 * Link whose egress counts towards a cost limit.
 *
 * @param link null for a free link, which every plan contains so that the sum exists
 * @param from as in the link
 * @param to as in the link
 */
record EgressFact(LinkModel link, int from, int to) {

    static final EgressFact NOTHING = new EgressFact(null, 0, 0);

    static List<EgressFact> of(CompiledProblem tables) {
        List<EgressFact> all = new ArrayList<>(List.of(NOTHING));
        if (tables.considered().egress() && tables.considered().limited()) {
            tables.links().forEach(link -> all.add(new EgressFact(link, link.from(), link.to())));
        }
        return all;
    }

    /** Thousandths of a cent per month. */
    long mills(Position fromPosition, Position toPosition) {
        return link == null ? 0 : link.egressMills(link.relation(fromPosition, toPosition));
    }
}
