package org.caravan.ssh;

/**
 * A command or file could not be sent, or did not end in time. The message names the machine and the reason, and ends with a
 * suggestion.
 */
public final class ShellFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Kind of failure. A command that ran and returned an exit code is not a failure. */
    public enum Kind {
        /** No connection, or a broken one. */
        UNREACHABLE,
        /** The host key is not pinned, or the machine refused the login key. */
        UNTRUSTED,
        /** The command did not end in time. */
        TIMEOUT,
        /** The command cannot be sent, or the machine's output is invalid or too long; a retry has the same result. */
        MALFORMED
    }

    private final Kind kind;

    public ShellFault(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
