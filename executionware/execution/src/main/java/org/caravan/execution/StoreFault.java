package org.caravan.execution;

/** The journal cannot be read or written; no run can continue without it. */
public final class StoreFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StoreFault(String message, Throwable cause) {
        super(message, cause);
    }
}
