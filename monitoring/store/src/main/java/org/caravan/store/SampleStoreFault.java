package org.caravan.store;

/** Thrown if samples cannot be stored or read; the message names the store, the cause and a remedy. */
public final class SampleStoreFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SampleStoreFault(String message, Throwable cause) {
        super(message, cause);
    }
}
