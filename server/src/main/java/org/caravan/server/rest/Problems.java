package org.caravan.server.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.caravan.diagnostic.Diagnostic;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/** Creates problem details (RFC 9457) with Caravan's members code, suggestion and diagnostics. */
public final class Problems {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Problems() {}

    public static ProblemDetail of(HttpStatusCode status, String code, String detail, String suggestion) {
        return of(status, code, detail, suggestion, List.of());
    }

    public static ProblemDetail of(
            HttpStatusCode status, String code, String detail, String suggestion, List<Diagnostic> diagnostics) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setProperty("code", code);
        problem.setProperty("suggestion", suggestion);
        problem.setProperty("diagnostics", DiagnosticViews.of(diagnostics));
        return problem;
    }

    /** The database reconnects by itself, so a retry succeeds. */
    public static ProblemDetail databaseAway() {
        return of(HttpStatus.SERVICE_UNAVAILABLE, "database-away", "The database of the server does not answer.",
                "retry in a few seconds.");
    }

    /** Writes a problem from a filter, before any resource is called. */
    public static void write(HttpServletResponse response, ProblemDetail problem) throws IOException {
        response.setStatus(problem.getStatus());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        HttpStatus status = HttpStatus.valueOf(problem.getStatus());
        record Body(String title, int status, String detail, @JsonInclude(JsonInclude.Include.NON_NULL) URI instance, Object code,
                Object suggestion, Object diagnostics) {}
        var more = problem.getProperties();
        response.getOutputStream().write(JSON.writeValueAsBytes(new Body(status.getReasonPhrase(), status.value(),
                problem.getDetail(), problem.getInstance(), more.get("code"), more.get("suggestion"), more.get("diagnostics"))));
    }
}
