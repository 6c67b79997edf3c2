package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "Command", description = "Result of a command in an instance.")
public record CommandView(
        @Schema(description = "Component and number.", example = "frontend:1") String instance,
        @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
        @Schema(description = "Exit code, 0 to 255; 124 if the time limit was reached.", example = "0") int exitCode,
        @Schema(description = "Standard output, at most 256 KiB.") String output,
        @Schema(description = "Standard error, at most 256 KiB.") String errorOutput,
        @Schema(description = "Whether the output was truncated.") boolean cut,
        @Schema(description = "Whether the command was killed at its time limit.") boolean timedOut,
        @Schema(description = "Duration, in s.", example = "0.2") double seconds) {}
