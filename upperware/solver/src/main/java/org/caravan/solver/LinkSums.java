package org.caravan.solver;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import org.caravan.problem.EgressPrices;

/** Of a problem for an exact solver: what links take together of the time of promises, and of the limit on cost. */
final class LinkSums {

    private final BinaryProgram program;
    private final PlacementTables tables;
    private final SeatVariables seats;
    private final int[] begin;
    private final BinaryProgram.Sum mills = new BinaryProgram.Sum();
    private final Map<JourneyHop, BinaryProgram.Sum> hops = new IdentityHashMap<>();

    /** @param begin as of the seats */
    LinkSums(BinaryProgram program, PlacementTables tables, SeatVariables seats, int[] begin) {
        this.program = program;
        this.tables = tables;
        this.seats = seats;
        this.begin = begin;
        tables.hops().forEach(hop -> hops.put(hop, new BinaryProgram.Sum()));
    }

    /** Once all links have told what they take. */
    void add() {
        tables.journeys().forEach(this::add);
        if (tables.considered().limited()) {
            addLimit();
        }
    }

    /** @param related whether the link has the relation */
    void relate(LinkTable link, int related, int relation) {
        if (mills(link)) {
            mills.add(related, link.egressMills(relation));
        }
        for (JourneyHop hop : tables.hopsOf()[link.index()]) {
            hops.get(hop).add(related, hop.micros(relation));
        }
    }

    /** Whether what leaves by the link counts against a limit. */
    boolean mills(LinkTable link) {
        return tables.considered().limited() && tables.considered().egress() && link.gib() > 0;
    }

    /** Between replicas the slowest pair of a leg counts. */
    private void add(Journey journey) {
        long limit = Math.round(journey.slo().limit().value() * 1_000) - journey.waitingMicros() - 1;
        BinaryProgram.Sum sum = new BinaryProgram.Sum();
        for (JourneyHop[] leg : tables.hopsOfLeg()) {
            if (leg.length == 0 || leg[0].journey().index() != journey.index()) {
                continue;
            }
            if (leg.length == 1) {
                sum.add(hops.get(leg[0]), 1);
            } else {
                int slowest = program.variable(Math.max(0, limit), Arrays.stream(leg).mapToLong(this::micros).max().orElse(0));
                Arrays.stream(leg).forEach(hop -> program.atMost(new BinaryProgram.Sum().add(hops.get(hop), 1).add(slowest, -1), 0));
                sum.add(slowest, 1);
            }
        }
        program.atMost(sum, limit);
    }

    /** To begin with. */
    private long micros(JourneyHop hop) {
        int from = hop.from() < begin.length ? begin[hop.from()] : tables.hosts() + hop.from() - begin.length;
        return from < 0 || begin[hop.to()] < 0 ? 0 : hop.micros(tables.seat(from), tables.seat(begin[hop.to()]));
    }

    /** Cents are rounded for all traffic together: to the half of one is no cent more. */
    private void addLimit() {
        seats.addMoney(mills, EgressPrices.millsOf(1));
        program.atMost(mills, EgressPrices.millsOf(tables.considered().most()) + EgressPrices.millsOf(1) / 2 - 1);
    }
}
