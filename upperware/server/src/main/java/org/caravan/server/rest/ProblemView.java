package org.caravan.server.rest;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

/** Schema of problem details, for the OpenAPI document only; {@link Problems} creates them. */
@Schema(name = "Problem", description = "Why a request was refused, after RFC 9457.")
record ProblemView(
        @Schema(description = "Absent: the code says more.") Optional<String> type,
        @Schema(description = "The status in words.", example = "Conflict") String title,
        @Schema(description = "Status of HTTP.", example = "409", minimum = "400", maximum = "599") int status,
        @Schema(description = "What is refused, with the value and whose it is.") String detail,
        @Schema(description = "Path of the request; absent where it was refused at the door.") Optional<String> instance,
        @Schema(description = "Stable name of the reason.", example = "outdated-plan") String code,
        @Schema(description = "A way out.") String suggestion,
        @Schema(description = "Each thing wrong with the input, where that is the reason; else empty.") List<DiagnosticView> diagnostics) {}
