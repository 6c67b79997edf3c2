package org.caravan.importers.draft;

import java.util.List;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;

/**
 * What became of files that were imported. An error leaves no model: nothing is half imported.
 *
 * @param model the application; empty if there is an error
 * @param text the same in the Caravan language, with comments; empty if there is an error
 * @param diagnostics in the order of files and lines: what was not carried over, assumed or renamed
 */
public record Imported(Optional<ApplicationModel> model, Optional<String> text, List<Diagnostic> diagnostics) {

    public Imported {
        diagnostics = List.copyOf(diagnostics);
    }

    public boolean hasErrors() {
        return diagnostics.stream().anyMatch(diagnostic -> diagnostic.severity() == Severity.ERROR);
    }
}
