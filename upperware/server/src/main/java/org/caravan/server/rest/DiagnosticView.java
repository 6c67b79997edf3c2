package org.caravan.server.rest;

import io.swagger.v3.oas.annotations.media.Schema;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;

@Schema(name = "Diagnostic", description = "One thing wrong (or doubtful) with an input.")
public record DiagnosticView(
        @Schema(description = "ERROR: the input is refused. WARNING: it is accepted.") Diagnostic.Severity severity,
        @Schema(description = "Stable name of the rule.", example = "unknown-component") String code,
        @Schema(description = "What is wrong, with the value and whose it is.") String message,
        @Schema(description = "A way out; null where none is known.", nullable = true) String suggestion,
        @Schema(description = "Name of the file, as sent; null for input without lines.", nullable = true) String file,
        @Schema(description = "Line in the file, counts from 1; null without a file.", nullable = true) Integer line,
        @Schema(description = "Column in the line, counts from 1; null without a file.", nullable = true) Integer column,
        @Schema(description = "Characters concerned, from line and column on; null without a file.", nullable = true)
                Integer length) {

    public static DiagnosticView of(Diagnostic diagnostic) {
        Location at = diagnostic.location().orElse(null);
        return new DiagnosticView(diagnostic.severity(), diagnostic.code(), diagnostic.message(),
                diagnostic.suggestion().orElse(null), at == null ? null : at.file(), at == null ? null : at.line(),
                at == null ? null : at.column(), at == null ? null : at.length());
    }
}
