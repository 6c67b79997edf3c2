package org.caravan.store;

/** Samples that could not be kept or read; the message says in which file, why, and a way out. */
public final class SampleStoreFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SampleStoreFault(String message, Throwable cause) {
        super(message, cause);
    }
}
