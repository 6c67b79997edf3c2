package org.caravan.execution.time;

/** The server shuts down. Steps in progress stay as they are; the journal records that they were started. */
public final class ShutdownException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ShutdownException() {
        super("stopped", null, false, false);
    }
}
