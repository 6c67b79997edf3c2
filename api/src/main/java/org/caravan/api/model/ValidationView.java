package org.caravan.api.model;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.caravan.api.problem.DiagnosticView;

@Schema(name = "Validation", description = "Result of validating model texts.")
public record ValidationView(
        @Schema(description = "Errors and warnings, by file and line.") List<DiagnosticView> diagnostics,
        @Schema(description = "Whether the server would accept the texts: there is no ERROR.") boolean accepted,
        @Schema(description = "Names of the declared applications; empty if there is an ERROR.")
                List<String> applications,
        @Schema(description = "Names of the declared infrastructures; empty if there is an ERROR.")
                List<String> infrastructures) {}
