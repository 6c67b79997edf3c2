package org.caravan.solver;

import org.caravan.problem.Traffic;

/** Hop of a request path over one link, that is, between one pair of possibly several replicas. */
record JourneyHop(Leg leg, LinkTable link, Traffic traffic) {

    Journey journey() {
        return leg.journey();
    }

    /** Latency of the hop in microseconds. */
    long micros(int relation) {
        return link.micros(relation, traffic, journey().statistic());
    }

    long micros(Seat fromSeat, Seat toSeat) {
        return micros(link.relation(fromSeat, toSeat));
    }

    int from() {
        return link.from();
    }

    int to() {
        return link.to();
    }
}
