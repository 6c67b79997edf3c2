package org.caravan.importers.draft;

import java.util.List;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;

/**
 * Result of an import. If there is an error, there is no model: nothing is imported partially.
 *
 * @param model application; empty if there is an error
 * @param text the model in the Caravan language, with comments; empty if there is an error
 * @param diagnostics unconverted, assumed and renamed elements, by file and line
 */
public record Imported(Optional<ApplicationModel> model, Optional<String> text, List<Diagnostic> diagnostics) {

    public Imported {
        diagnostics = List.copyOf(diagnostics);
    }

    public boolean hasErrors() {
        return diagnostics.stream().anyMatch(diagnostic -> diagnostic.severity() == Severity.ERROR);
    }
}
