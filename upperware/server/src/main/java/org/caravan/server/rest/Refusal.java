package org.caravan.server.rest;

import java.util.List;
import org.caravan.diagnostic.Diagnostic;
import org.springframework.http.HttpStatus;

/** A request that is understood and refused: the caller learns what, why and a way out. */
public final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final String code;
    private final String suggestion;
    private final transient List<Diagnostic> diagnostics;

    /**
     * @param code stable, greppable name of the reason, for example {@code unknown-application}
     * @param suggestion a way out, shown after "Maybe "
     */
    public Refusal(HttpStatus status, String code, String message, String suggestion) {
        this(status, code, message, suggestion, List.of());
    }

    /** @param diagnostics everything that is in the way, where it is more than one thing */
    public Refusal(HttpStatus status, String code, String message, String suggestion, List<Diagnostic> diagnostics) {
        super(message);
        this.diagnostics = List.copyOf(diagnostics);
        this.status = status;
        this.code = code;
        this.suggestion = suggestion;
    }

    public static Refusal notFound(String code, String message, String suggestion) {
        return new Refusal(HttpStatus.NOT_FOUND, code, message, suggestion);
    }

    public static Refusal conflict(String code, String message, String suggestion) {
        return new Refusal(HttpStatus.CONFLICT, code, message, suggestion);
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
