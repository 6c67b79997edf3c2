package org.caravan.dsl;

import java.util.List;
import org.caravan.application.ApplicationModel;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.organisation.Organisation;

/**
 * Result of parsing a set of texts. Models are present only if no text has an error; warnings do not suppress them.
 *
 * @param applications in the order of the files
 * @param infrastructures in the order of the files
 * @param organisations in the order of the files
 * @param diagnostics all errors and warnings with their locations, by file and line
 */
public record ParsedModels(
        List<ApplicationModel> applications, List<Infrastructure> infrastructures, List<Organisation> organisations,
                List<Diagnostic> diagnostics) {

    public ParsedModels {
        organisations = List.copyOf(organisations);
        applications = List.copyOf(applications);
        infrastructures = List.copyOf(infrastructures);
        diagnostics = List.copyOf(diagnostics);
    }

    public boolean hasErrors() {
        return diagnostics.stream().anyMatch(diagnostic -> diagnostic.severity() == Severity.ERROR);
    }
}
