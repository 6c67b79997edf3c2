package org.caravan.solver;

/**
 * A leg of a journey as it goes over one link, which is between two of perhaps several replicas.
 *
 * @param micros what it takes, in microseconds, by relation of the link
 */
record JourneyHop(Leg leg, LinkTable link, long[] micros) {

    Journey journey() {
        return leg.journey();
    }


    long micros(Seat fromSeat, Seat toSeat) {
        return micros[link.relation(fromSeat, toSeat)];
    }

    int from() {
        return link.from();
    }

    int to() {
        return link.to();
    }
}
