package org.caravan.execution.journal;

/** The journal cannot be read or written; no run can continue without it. */
public final class StoreFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean passing;

    /** A fault that stays until somebody changes something. */
    public StoreFault(String message, Throwable cause) {
        this(message, cause, false);
    }

    /** @param passing whether the same work may succeed later: the disk is full, or the database is out of reach */
    public StoreFault(String message, Throwable cause, boolean passing) {
        super(message, cause);
        this.passing = passing;
    }

    public boolean passing() {
        return passing;
    }
}
