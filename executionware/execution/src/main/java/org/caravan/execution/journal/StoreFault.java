package org.caravan.execution.journal;

/** The journal cannot be read or written; no run can continue without it. */
public final class StoreFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoreFault(String message, Throwable cause) {
        super(message, cause);
    }
}
