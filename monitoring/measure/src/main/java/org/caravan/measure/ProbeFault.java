package org.caravan.measure;

/** A probe that could not be taken; the message says which, why, and a way out. */
public final class ProbeFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ProbeFault(String message, Throwable cause) {
        super(message, cause);
    }
}
