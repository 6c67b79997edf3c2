package org.caravan.client;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.api.problem.DiagnosticView;
import org.caravan.api.problem.ProblemView;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/** Converts problem documents (RFC 9457) into messages for users. */
public final class ServerRefusal {

    private ServerRefusal() {}

    static ApiFault of(int status, JsonNode problem) {
        if (status == 401) {
            return new ApiFault("not-allowed", "The server refused the token.\n    Maybe name the file that holds it with"
                    + " --token-file, or set CARAVAN_TOKEN.", problem);
        }
        ProblemView read = read(problem);
        String code = read.code().isEmpty() ? "http-" + status : read.code();
        if (!read.diagnostics().isEmpty()) {
            return new ApiFault(code, diagnostics(read.diagnostics()), problem);
        }
        String detail = Stream.of(read.detail(), read.title()).filter(text -> !text.isEmpty()).findFirst().orElse("HTTP " + status);
        return new ApiFault(code, read.suggestion().isEmpty() ? detail : detail + "\n    Maybe " + read.suggestion(), problem);
    }

    /** A proxy may answer with a document of its own; then the HTTP status alone is known. */
    private static ProblemView read(JsonNode problem) {
        try {
            return Answer.of(problem, ProblemView.class).value();
        } catch (ApiFault foreign) {
            return Answer.of(NullNode.getInstance(), ProblemView.class).value();
        }
    }

    /**
     * One line per diagnostic in the format of compilers, with advice below. Duplicates are removed: if an infrastructure is both submitted
     * and in force, each diagnostic occurs twice.
     */
    public static String diagnostics(List<DiagnosticView> diagnostics) {
        return diagnostics.stream().map(ServerRefusal::diagnostic).distinct().collect(Collectors.joining("\n"));
    }

    private static String diagnostic(DiagnosticView found) {
        String place = found.file().isEmpty() ? "" : found.file() + ":" + number(found.line()) + ":" + number(found.column()) + ": ";
        return place + (found.severity().isEmpty() ? "error" : found.severity().toLowerCase(Locale.ROOT)) + ": " + found.message()
                + " [" + found.code() + "]" + (found.suggestion().isEmpty() ? "" : "\n    Maybe " + found.suggestion());
    }

    private static int number(Integer known) {
        return known == null ? 0 : known;
    }
}
