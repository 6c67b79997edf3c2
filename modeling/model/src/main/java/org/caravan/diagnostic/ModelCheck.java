package org.caravan.diagnostic;

import java.util.List;
import java.util.Map;

/**
 * Judges model files without a server. The language provides it by {@link java.util.ServiceLoader}: programs that only sometimes
 * need the language find it without being compiled against it.
 */
public interface ModelCheck {

    /**
     * What the language says of files that belong together.
     *
     * @param diagnostics all problems, by file and line
     * @param applications names of the applications; none if there is an error
     * @param infrastructures names of the infrastructures; none if there is an error
     */
    record Verdict(List<Diagnostic> diagnostics, List<String> applications, List<String> infrastructures) {

        public Verdict {
            diagnostics = List.copyOf(diagnostics);
            applications = List.copyOf(applications);
            infrastructures = List.copyOf(infrastructures);
        }

        /** Whether there is no error. */
        public boolean accepted() {
            return diagnostics.stream().noneMatch(found -> found.severity() == Diagnostic.Severity.ERROR);
        }
    }

    /** Infrastructures among the files judge the applications among them. No text makes it throw. */
    Verdict check(Map<String, String> textByFileName);
}
