package org.caravan.api.problem;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "Diagnostic", description = "An error or warning about an input.")
public record DiagnosticView(
        @Schema(allowableValues = {"ERROR", "WARNING"},
                description = "ERROR: the input is rejected. WARNING: the input is accepted.") String severity,
        @Schema(description = "Stable name of the rule.", example = "unknown-component") String code,
        @Schema(description = "Problem, with the value and what it belongs to.") String message,
        @Schema(description = "Suggested remedy; null if none is known.", nullable = true) String suggestion,
        @Schema(description = "Name of the file, as submitted; null for input without lines.", nullable = true) String file,
        @Schema(description = "Line in the file, from 1; null without a file.", nullable = true) Integer line,
        @Schema(description = "Column in the line, from 1; null without a file.", nullable = true) Integer column,
        @Schema(description = "Number of characters concerned, starting at line and column; null without a file.", nullable = true)
                Integer length) {}
