package org.caravan.client;

import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Converts problem documents (RFC 9457) into messages for users. */
public final class ServerRefusal {

    private ServerRefusal() {}

    static ApiFault of(int status, JsonNode problem) {
        if (status == 401) {
            return new ApiFault("not-allowed", "The server refused the token.\n    Maybe name the file that holds it with"
                    + " --token-file, or set CARAVAN_TOKEN.", problem);
        }
        String code = problem.path("code").asString("http-" + status);
        if (!problem.path("diagnostics").isEmpty()) {
            return new ApiFault(code, diagnostics(problem.path("diagnostics")), problem);
        }
        String detail = problem.path("detail").asString(problem.path("title").asString("HTTP " + status));
        String suggestion = problem.path("suggestion").asString("");
        return new ApiFault(code, suggestion.isEmpty() ? detail : detail + "\n    Maybe " + suggestion, problem);
    }

    /**
     * One line per diagnostic in the format of compilers, with advice below. Duplicates are removed: if an infrastructure is both submitted
     * and in force, each diagnostic occurs twice.
     */
    public static String diagnostics(JsonNode diagnostics) {
        return diagnostics.valueStream().map(ServerRefusal::diagnostic).distinct().collect(Collectors.joining("\n"));
    }

    private static String diagnostic(JsonNode node) {
        String place = node.path("file").isString()
                ? node.path("file").asString() + ":" + node.path("line").asInt() + ":" + node.path("column").asInt() + ": "
                : "";
        String suggestion = node.path("suggestion").asString("");
        return place + node.path("severity").asString("error").toLowerCase(Locale.ROOT) + ": "
                + node.path("message").asString() + " [" + node.path("code").asString() + "]"
                + (suggestion.isEmpty() ? "" : "\n    Maybe " + suggestion);
    }
}
