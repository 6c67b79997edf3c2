package org.caravan.solver.optaplanner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.ExcessPrices;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.Position;

/**
 * Link whose egress counts towards a cost limit or a quota of an uplink.
 *
 * @param link null for a free link, which every plan contains so that the sum exists
 * @param from as in the link
 * @param to as in the link
 * @param excess higher prices above quotas; null if there is none
 */
record EgressFact(LinkModel link, int from, int to, ExcessPrices excess) {

    static final EgressFact NOTHING = new EgressFact(null, 0, 0);

    /** Bytes that a link sends in a month. @param price null if none of them can cost more */
    record Sent(ExcessPrices.Price price, long bytes) {}

    /** Without higher prices. */
    EgressFact(LinkModel link, int from, int to) {
        this(link, from, to, null);
    }

    static List<EgressFact> of(CompiledProblem tables) {
        List<EgressFact> all = new ArrayList<>(List.of(NOTHING));
        ExcessPrices excess = tables.considered().excess();
        if (tables.considered().egress() && (tables.considered().limited() || excess.any())) {
            tables.links().forEach(link -> all.add(new EgressFact(link, link.from(), link.to(), excess.any() ? excess : null)));
        }
        return all;
    }

    /** Thousandths of a cent per month, at the price below quotas. */
    long mills(Position fromPosition, Position toPosition) {
        return link == null ? 0 : link.egressMills(link.relation(fromPosition, toPosition));
    }

    /** Returns null if none of the link's egress can cost more. */
    ExcessPrices.Price price(Position fromPosition, Position toPosition) {
        return excess == null ? null : excess.of(link, link.relation(fromPosition, toPosition));
    }

    Sent sent(Position fromPosition, Position toPosition) {
        return new Sent(price(fromPosition, toPosition), link == null ? 0 : link.bytes());
    }

    /** Additional cost above quotas, in thousandths of a cent per month. */
    static long mills(List<Sent> all) {
        Map<ExcessPrices.Price, Long> bytes = new HashMap<>();
        all.stream().filter(one -> one.price() != null).forEach(one -> bytes.merge(one.price(), one.bytes(), Long::sum));
        return bytes.entrySet().stream().mapToLong(one -> one.getKey().mills(one.getValue())).sum();
    }
}
