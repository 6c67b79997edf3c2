package org.caravan.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.diagnostic.Diagnostic.Severity;

/** Warns about files that are valid only because they are empty or declare nothing useful. */
final class NothingDeclared {

    private NothingDeclared() {}

    static List<Diagnostic> check(List<SourceText> sources) {
        if (sources.isEmpty()) {
            return List.of(warning("no-application", "No model is among the files.", "name one that ends with .caravan.",
                    Optional.empty()));
        }
        List<Diagnostic> found = new ArrayList<>();
        for (SourceText source : sources) {
            if (source.file().eContents().isEmpty()) {
                found.add(warning("nothing-declared", "File " + source.fileName() + " declares nothing.",
                        "save it first, or use another file.", start(source)));
            }
        }
        boolean useful = sources.stream().anyMatch(source -> !source.file().getApplications().isEmpty()
                || !source.file().getInfrastructures().isEmpty());
        if (found.isEmpty() && !useful) {
            found.add(warning("no-application", "No application and no infrastructure is declared in "
                    + String.join(", ", sources.stream().map(SourceText::fileName).toList()) + ".",
                    "name the file of an application, too.", start(sources.get(0))));
        }
        return found;
    }

    private static Optional<Location> start(SourceText source) {
        return Optional.of(new Location(source.fileName(), 1, 1, 0));
    }

    private static Diagnostic warning(String code, String message, String suggestion, Optional<Location> location) {
        return new Diagnostic(Severity.WARNING, code, message, Optional.of(suggestion), location);
    }
}
