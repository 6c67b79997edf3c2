package org.caravan.adapter;

/** An operation on a machine that did not succeed. The message says what, on which host and why, and ends with a way out. */
public final class AdapterFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Decides what is done next: only some kinds are worth a retry. */
    public enum Kind {
        /** The host does not answer: retry later. */
        UNREACHABLE,
        /** The host is not who it was, or refuses us: never retried. */
        UNTRUSTED,
        /** A copy or plan newer than the order exists: never retried. */
        OUTDATED,
        /** The host is full, or a quota is used up: never retried. */
        NO_CAPACITY,
        /** The provider asks to be asked less often: retried after longer pauses. */
        THROTTLED,
        /** The adapter does not do this: never retried. */
        UNSUPPORTED,
        /** Anything else: retried a few times. */
        FAILED
    }

    private final Kind kind;

    public AdapterFault(Kind kind, String message) {
        this(kind, message, null);
    }

    public AdapterFault(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    public boolean retriable() {
        return kind == Kind.UNREACHABLE || kind == Kind.FAILED || kind == Kind.THROTTLED;
    }
}
