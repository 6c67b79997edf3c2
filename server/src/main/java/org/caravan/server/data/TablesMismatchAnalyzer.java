package org.caravan.server.data;

import java.util.List;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a start on tables whose migrations are not those of this version, in two lines in place of Flyway's stack trace. */
final class TablesMismatchAnalyzer extends AbstractFailureAnalyzer<FlywayValidateException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, FlywayValidateException cause) {
        return new FailureAnalysis("The server's tables were written by another version of Caravan: " + first(cause)
                + " [tables-mismatch]",
                "Maybe start the version that wrote them, or restore a backup of this version: caravan-server restore FILE.", cause);
    }

    /** Flyway lists every migration that differs, below a heading, with the checksums of each; the first one is enough. */
    private static String first(FlywayValidateException cause) {
        List<String> lines = String.valueOf(cause.getMessage()).lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        String line = lines.size() > 1 ? lines.get(1) : String.join("", lines);
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
