package org.caravan.solver.exact;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import org.caravan.problem.EgressPrices;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.RequestHop;
import org.caravan.solver.model.RequestPath;

/** Adds SLOs and the cost limit on traffic, which sum over links, to the program of an exact solver. */
final class LinkConstraints {

    private final IntegerProgram program;
    private final CompiledProblem tables;
    private final HostVariables positions;
    private final int[] begin;
    private final IntegerProgram.Sum mills = new IntegerProgram.Sum();
    private final Map<RequestHop, IntegerProgram.Sum> hops = new IdentityHashMap<>();

    /** @param begin hosts in the start placement, by instance */
    LinkConstraints(IntegerProgram program, CompiledProblem tables, HostVariables positions, int[] begin) {
        this.program = program;
        this.tables = tables;
        this.positions = positions;
        this.begin = begin;
        tables.hops().forEach(hop -> hops.put(hop, new IntegerProgram.Sum()));
    }

    /** Adds the constraints; called after {@link #relate} for all links. */
    void add() {
        tables.requestPaths().forEach(this::add);
        if (tables.considered().limited()) {
            addLimit();
        }
    }

    /** @param related variable that is 1 if the link has the relation */
    void relate(LinkModel link, int related, int relation) {
        if (mills(link)) {
            mills.add(related, link.egressMills(relation));
        }
        for (RequestHop hop : tables.hopsOf()[link.index()]) {
            hops.get(hop).add(related, (long) Math.floor(hop.leg().least() * hop.micros(relation)));
        }
    }

    /** Whether egress of the link counts towards a cost limit. */
    boolean mills(LinkModel link) {
        return tables.considered().limited() && tables.considered().egress() && link.gib() > 0;
    }

    /** For replicated components, the slowest pair of a leg counts. */
    private void add(RequestPath requestPath) {
        long limit = Math.round(requestPath.slo().limit().value() * 1_000) - requestPath.waitingMicros() - 1;
        IntegerProgram.Sum sum = new IntegerProgram.Sum();
        for (RequestHop[] leg : tables.hopsOfLeg()) {
            if (leg.length == 0 || leg[0].requestPath().index() != requestPath.index()) {
                continue;
            }
            if (leg.length == 1) {
                sum.add(hops.get(leg[0]), 1);
            } else {
                int slowest = program.variable(Math.max(0, limit), Arrays.stream(leg).mapToLong(this::micros).max().orElse(0));
                Arrays.stream(leg).forEach(hop -> program.atMost(new IntegerProgram.Sum().add(hops.get(hop), 1).add(slowest, -1), 0));
                sum.add(slowest, 1);
            }
        }
        program.atMost(sum, limit);
    }

    /** Latency in the start placement, in microseconds. */
    private long micros(RequestHop hop) {
        int from = hop.from() < begin.length ? begin[hop.from()] : tables.hosts() + hop.from() - begin.length;
        return from < 0 || begin[hop.to()] < 0 ? 0 : hop.micros(tables.position(from), tables.position(begin[hop.to()]));
    }

    /** Egress is rounded to cents in total; less than half a cent is rounded down. */
    private void addLimit() {
        positions.addMoney(mills, EgressPrices.millsOf(1));
        program.atMost(mills, EgressPrices.millsOf(tables.considered().most()) + EgressPrices.millsOf(1) / 2 - 1);
    }
}
