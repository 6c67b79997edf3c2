package org.caravan.execution;

/** A step failed in a way that no further try can mend. */
final class HopelessStep extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HopelessStep(String message) {
        super(message);
    }
}
