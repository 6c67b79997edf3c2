package org.caravan.solver.model;

import org.caravan.problem.Traffic;

/** Hop of a request path over one link, that is, between one pair of possibly several replicas. */
public record RequestHop(RequestLeg leg, LinkModel link, Traffic traffic) {

    public RequestPath journey() {
        return leg.journey();
    }

    /** Latency of the hop in microseconds. */
    public long micros(int relation) {
        return link.micros(relation, traffic, journey().statistic());
    }

    public long micros(Position fromSeat, Position toSeat) {
        return micros(link.relation(fromSeat, toSeat));
    }

    public int from() {
        return link.from();
    }

    public int to() {
        return link.to();
    }
}
