package org.caravan.ssh;

/** A command or file that could not be sent, or did not end in time. The message says which machine, why, and a way out. */
public final class ShellFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why it failed; a command that ran and returned an exit code is no fault. */
    public enum Kind {
        /** No connection, or it broke. */
        UNREACHABLE,
        /** The host key is not the pinned one, or our key is not accepted. */
        UNTRUSTED,
        /** The command did not end in time. */
        TIMEOUT,
        /** The command cannot be sent as it is, or the machine wrote what is no answer, or too much: repeating it gives the same. */
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
