package org.caravan.solver;

import org.caravan.problem.Traffic;

/** A leg of a journey as it goes over one link, which is between two of perhaps several replicas. */
record JourneyHop(Leg leg, LinkTable link, Traffic traffic) {

    Journey journey() {
        return leg.journey();
    }

    /** What it takes, in microseconds. */
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
