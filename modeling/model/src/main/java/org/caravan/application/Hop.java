package org.caravan.application;

import org.caravan.unit.Bytes;

/**
 * What one request costs on one link it crosses.
 *
 * @param from component id, or {@link #USERS}
 * @param to component id
 * @param turns changes of direction (source: Nguyen et al., "Why cloud applications are not ready for the edge (yet)", Fig. 9); at least 1
 * @param bytes payload carried, both directions together
 * @param reads whether it changes no data of who answers, so that a read replica may answer
 */
public record Hop(String from, String to, int turns, Bytes bytes, boolean reads) {

    /** Stands for whoever sends the request. */
    public static final String USERS = "users";

    public Hop {
        if (turns < 1) {
            throw new IllegalArgumentException("a request crosses " + from + " -> " + to + " with at least 1 turn: " + turns);
        }
    }

    /** One that may change data. */
    public Hop(String from, String to, int turns, Bytes bytes) {
        this(from, to, turns, bytes, false);
    }

    /** The same answered by another component. */
    public Hop to(String changed) {
        return new Hop(from, changed, turns, bytes, reads);
    }

    /** The one place where turns become round trips: one turn is one round trip, every two more add one. */
    public double roundTrips() {
        return (turns + 1) / 2.0;
    }

    public boolean fromUsers() {
        return from.equals(USERS);
    }
}
