package org.caravan.diagnostic;

import java.util.List;
import java.util.stream.Collectors;

/** Signals input that was rejected as a whole; lists all problems. Nothing was changed. */
public final class RejectedInput extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Diagnostic> diagnostics;

    public RejectedInput(List<Diagnostic> diagnostics) {
        super(diagnostics.stream().map(Diagnostic::text).collect(Collectors.joining("\n")));
        this.diagnostics = List.copyOf(diagnostics);
    }

    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
