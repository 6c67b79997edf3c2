package org.caravan.execution.fleet;

/** A permanent failure of a step; a retry cannot succeed. */
public final class PermanentFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PermanentFailure(String message) {
        super(message);
    }
}
