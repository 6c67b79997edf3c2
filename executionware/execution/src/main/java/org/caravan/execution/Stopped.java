package org.caravan.execution;

/** The server shuts down. Steps in progress stay as they are; the journal records that they were started. */
final class Stopped extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Stopped() {
        super("stopped", null, false, false);
    }
}
