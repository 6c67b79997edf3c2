package org.caravan.adapter;

import org.caravan.text.TextRule;

/**
 * An operation on a machine that did not succeed. The message says what, on which host and why, and ends with a way out. What a host or a control plane said may be part of it: the message has no
 * character that {@link TextRule} forbids, and at most {@value #LONGEST} UTF-16 code units before its way out.
 */
public final class AdapterFault extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 4_000;
    private static final String WAY_OUT = "\nMaybe ";

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
        super(bounded(message), cause);
        this.kind = kind;
    }

    private static String bounded(String message) {
        if (message == null) {
            return null;
        }
        int wayOut = message.lastIndexOf(WAY_OUT);
        String said = wayOut < 0 ? message : message.substring(0, wayOut);
        String end = wayOut < 0 ? "" : message.substring(wayOut);
        return TextRule.LINES.cleaned(cut(said) + cut(end));
    }

    private static String cut(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + " …" : text;
    }

    public Kind kind() {
        return kind;
    }

    public boolean retriable() {
        return kind == Kind.UNREACHABLE || kind == Kind.FAILED || kind == Kind.THROTTLED;
    }
}
