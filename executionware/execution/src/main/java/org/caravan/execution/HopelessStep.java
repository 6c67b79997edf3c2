package org.caravan.execution;

/** A permanent failure of a step; a retry cannot succeed. */
final class HopelessStep extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HopelessStep(String message) {
        super(message);
    }
}
