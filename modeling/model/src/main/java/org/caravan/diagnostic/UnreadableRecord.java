package org.caravan.diagnostic;

import java.util.Optional;
import org.caravan.text.TextRule;

/**
 * Signals a stored record (a row, a file) that cannot be read: it is damaged or was written by another version. Only the application of
 * this record is affected. The store itself is available, so a retry does not help; a database that does not answer is a different error.
 */
public final class UnreadableRecord extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST_REASON = 200;

    private final String kind;
    private final String id;
    private final transient Optional<String> application;

    /**
     * @param kind kind of record for users, {@code plan in force}; without an article
     * @param id id of the record, unique within its kind
     * @param application empty if it belongs to none
     * @param wayOut suggested solution after "Maybe ", ending with a full stop
     */
    public UnreadableRecord(String kind, String id, Optional<String> application, String wayOut, Throwable cause) {
        super("The stored " + kind + " (" + id + ")" + application.map(name -> " of application (" + name + ")").orElse("")
                + " cannot be read: " + reason(cause)
                + "\nMaybe " + wayOut, cause);
        this.kind = kind;
        this.id = id;
        this.application = application;
    }

    /** One line without control characters; a damaged record may contain any characters. */
    private static String reason(Throwable cause) {
        String message = cause instanceof RejectedInput rejected ? rejected.diagnostics().get(0).message()
                : String.valueOf(cause.getMessage());
        String line = message.lines().findFirst().orElse("").strip();
        String bounded = TextRule.excerpt(line, LONGEST_REASON);
        return bounded.endsWith(".") ? bounded : bounded + ".";
    }

    public String kind() {
        return kind;
    }

    public String id() {
        return id;
    }

    public Optional<String> application() {
        return application;
    }

    /** Message without the suggestion. */
    public String sentence() {
        return getMessage().split("\nMaybe ", 2)[0];
    }

    /** Suggestion, ending with a full stop. */
    public String wayOut() {
        return getMessage().split("\nMaybe ", 2)[1];
    }
}
