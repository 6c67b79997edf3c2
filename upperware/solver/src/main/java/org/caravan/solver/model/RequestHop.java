package org.caravan.solver.model;

import org.caravan.problem.Traffic;

/** Hop of a request path over one link, that is, between one pair of possibly several replicas. */
public record RequestHop(RequestLeg leg, LinkModel link, Traffic traffic) {

    public RequestPath requestPath() {
        return leg.requestPath();
    }

    /** Latency of the hop in microseconds. */
    public long micros(int relation) {
        return link.micros(relation, traffic, requestPath().statistic());
    }

    public long micros(Position fromPosition, Position toPosition) {
        return micros(link.relation(fromPosition, toPosition));
    }

    public int from() {
        return link.from();
    }

    public int to() {
        return link.to();
    }
}
