package org.caravan.application;

import org.caravan.unit.Bytes;

/**
 * What one request costs on one link it crosses.
 *
 * @param from component id, or {@link #USERS}
 * @param to component id
 * @param turns changes of direction (source: Nguyen et al., "Why cloud applications are not ready for the edge (yet)", Fig. 9); at least 1
 * @param bytes payload carried, both directions together
 */
public record Hop(String from, String to, int turns, Bytes bytes) {

    /** Stands for whoever sends the request. */
    public static final String USERS = "users";

    public Hop {
        if (turns < 1) {
            throw new IllegalArgumentException("a request crosses " + from + " -> " + to + " with at least 1 turn: " + turns);
        }
    }

    /** The one place where turns become round trips: one turn is one round trip, every two more add one. */
    public double roundTrips() {
        return (turns + 1) / 2.0;
    }

    public boolean fromUsers() {
        return from.equals(USERS);
    }
}
