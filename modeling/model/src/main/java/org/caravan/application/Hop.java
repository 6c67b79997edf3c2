package org.caravan.application;

import org.caravan.unit.Bytes;

/**
 * One link of a request, with the round trips and the data that the request causes on it.
 *
 * @param from component id, or {@link #USERS}
 * @param to component id
 * @param turns changes of direction (source: Nguyen et al., "Why cloud applications are not ready for the edge (yet)", Fig. 9); at least 1
 * @param bytes payload, both directions together
 * @param reads whether the request only reads data of the target, so that a read replica may answer
 */
public record Hop(String from, String to, int turns, Bytes bytes, boolean reads) {

    /** Source id of hops that start at the users. */
    public static final String USERS = "users";

    public Hop {
        if (turns < 1) {
            throw new IllegalArgumentException("a request crosses " + from + " -> " + to + " with at least 1 turn: " + turns);
        }
    }

    /** Hop that may change data. */
    public Hop(String from, String to, int turns, Bytes bytes) {
        this(from, to, turns, bytes, false);
    }

    /** Returns a copy with another target component. */
    public Hop to(String changed) {
        return new Hop(from, changed, turns, bytes, reads);
    }

    /** Round trips of the hop: one turn is one round trip, every two more turns add one. All conversions use this method. */
    public double roundTrips() {
        return (turns + 1) / 2.0;
    }

    public boolean fromUsers() {
        return from.equals(USERS);
    }
}
