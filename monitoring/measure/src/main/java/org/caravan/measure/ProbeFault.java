package org.caravan.measure;

/** Thrown if a probe fails; the message names the probe, the cause and a remedy. */
public final class ProbeFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ProbeFault(String message, Throwable cause) {
        super(message, cause);
    }
}
