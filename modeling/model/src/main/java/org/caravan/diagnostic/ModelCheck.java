package org.caravan.diagnostic;

import java.util.List;
import java.util.Map;

/**
 * Validates model files without a server. The language implements it and registers it for {@link java.util.ServiceLoader}, so that programs
 * can use the language optionally, without a compile-time dependency.
 */
public interface ModelCheck {

    /**
     * Result of validating a set of related files.
     *
     * @param diagnostics all problems, by file and line
     * @param applications names of the applications; empty if there is an error
     * @param infrastructures names of the infrastructures; empty if there is an error
     */
    record Verdict(List<Diagnostic> diagnostics, List<String> applications, List<String> infrastructures) {

        public Verdict {
            diagnostics = List.copyOf(diagnostics);
            applications = List.copyOf(applications);
            infrastructures = List.copyOf(infrastructures);
        }

        /** Whether there are no errors. */
        public boolean accepted() {
            return diagnostics.stream().noneMatch(found -> found.severity() == Diagnostic.Severity.ERROR);
        }
    }

    /**
     * Checks the files together: applications are checked against the infrastructures among the files. Never throws because of invalid
     * text.
     */
    Verdict check(Map<String, String> textByFileName);
}
