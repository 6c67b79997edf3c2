package org.caravan.server.rest;

import java.util.List;
import org.caravan.diagnostic.Diagnostic;
import org.springframework.http.HttpStatus;

/** Signals that a valid request is refused; carries status, code, message and advice for the problem detail. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final String code;
    private final String suggestion;
    private final transient List<Diagnostic> diagnostics;

    /**
     * @param code stable, searchable name of the reason, for example {@code unknown-application}
     * @param suggestion advice, shown after "Maybe "
     */
    public ProblemException(HttpStatus status, String code, String message, String suggestion) {
        this(status, code, message, suggestion, List.of());
    }

    /** @param diagnostics all obstacles, if there is more than one */
    public ProblemException(HttpStatus status, String code, String message, String suggestion, List<Diagnostic> diagnostics) {
        super(message);
        this.diagnostics = List.copyOf(diagnostics);
        this.status = status;
        this.code = code;
        this.suggestion = suggestion;
    }

    public static ProblemException notFound(String code, String message, String suggestion) {
        return new ProblemException(HttpStatus.NOT_FOUND, code, message, suggestion);
    }

    public static ProblemException conflict(String code, String message, String suggestion) {
        return new ProblemException(HttpStatus.CONFLICT, code, message, suggestion);
    }

    public HttpStatus status() {
        return status;
    }

    public String code() {
        return code;
    }

    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }

    public String suggestion() {
        return suggestion;
    }
}
