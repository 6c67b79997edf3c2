package org.caravan.adapter;

import java.util.Optional;
import org.caravan.text.TextRule;

/**
 * A failed operation on a machine. The message names the operation, the host and the reason, and ends with a suggestion. It may
 * contain text of a host or a control plane. Therefore it has no character that {@link TextRule} forbids, and at most {@value
 * #LONGEST} UTF-16 code units before the suggestion.
 */
public final class AdapterFault extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 4_000;
    private static final String WAY_OUT = "\nMaybe ";

    /** Kind of fault; determines the reaction. Only some kinds are worth a retry. */
    public enum Kind {
        /** The host does not answer: retry later. */
        UNREACHABLE,
        /** The host's identity has changed, or it refuses the credentials: never retried. */
        UNTRUSTED,
        /** A newer copy or plan exists: never retried. */
        OUTDATED,
        /** The host is full, or a quota is exhausted: never retried. */
        NO_CAPACITY,
        /** The provider throttles requests: retried after longer pauses. */
        THROTTLED,
        /** The adapter does not support the operation: never retried. */
        UNSUPPORTED,
        /** Any other fault: retried a few times. */
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

    /** Message without the suggestion. */
    public String sentence() {
        return getMessage().split(WAY_OUT, 2)[0];
    }

    /** Suggestion, as it follows "Maybe "; empty if the message has none. */
    public Optional<String> wayOut() {
        String[] parts = getMessage().split(WAY_OUT, 2);
        return parts.length > 1 ? Optional.of(parts[1].strip()) : Optional.empty();
    }

    public Kind kind() {
        return kind;
    }

    public boolean retriable() {
        return kind == Kind.UNREACHABLE || kind == Kind.FAILED || kind == Kind.THROTTLED;
    }
}
