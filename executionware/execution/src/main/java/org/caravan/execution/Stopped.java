package org.caravan.execution;

/** The server shuts down: what was begun is left as it is, and the journal says that it was begun. */
final class Stopped extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Stopped() {
        super("stopped", null, false, false);
    }
}
