package org.caravan.server.simulation;

/** The simulated server was killed at this point. An error, because a killed process executes no handler. */
final class Killed extends Error {

    private static final long serialVersionUID = 1L;

    Killed() {
        super("killed", null, false, false);
    }
}
