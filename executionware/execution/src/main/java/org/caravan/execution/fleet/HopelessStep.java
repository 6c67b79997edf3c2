package org.caravan.execution.fleet;

/** A permanent failure of a step; a retry cannot succeed. */
public final class HopelessStep extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public HopelessStep(String message) {
        super(message);
    }
}
