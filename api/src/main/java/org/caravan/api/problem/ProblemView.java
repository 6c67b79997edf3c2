package org.caravan.api.problem;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "Problem", description = "Problem details of a rejected request (RFC 9457).")
public record ProblemView(
        @Schema(description = "Always absent; code identifies the problem.") Optional<String> type,
        @Schema(description = "Reason phrase of the HTTP status.", example = "Conflict") String title,
        @Schema(description = "HTTP status.", example = "409", minimum = "400", maximum = "599") int status,
        @Schema(description = "Rejected value and what it belongs to.") String detail,
        @Schema(description = "Path of the request; absent if the request was rejected before routing.") Optional<String> instance,
        @Schema(description = "Stable error code.", example = "outdated-plan") String code,
        @Schema(description = "Suggested remedy.") String suggestion,
        @Schema(description = "Errors in the input, if they are the reason; otherwise empty.") List<DiagnosticView> diagnostics) {}
