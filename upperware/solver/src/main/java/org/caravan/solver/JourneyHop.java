package org.caravan.solver;

/**
 * One hop of a journey over one link.
 *
 * @param micros what it takes, in microseconds, by relation of the link
 */
record JourneyHop(Journey journey, LinkTable link, long[] micros) {

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
