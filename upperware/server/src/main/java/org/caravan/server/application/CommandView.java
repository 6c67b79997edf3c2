package org.caravan.server.application;

import io.swagger.v3.oas.annotations.media.Schema;
import org.caravan.adapter.CopyCommand;

@Schema(name = "Command", description = "How a command in an instance ended.")
record CommandView(
        @Schema(description = "Component and number.", example = "frontend:1") String instance,
        @Schema(description = "Id of its host.", example = "pi-bergen-1") String hostId,
        @Schema(description = "Its exit code, 0 to 255; 124 where its time was over.", example = "0") int exitCode,
        @Schema(description = "What it wrote to standard output, at most 256 KiB.") String output,
        @Schema(description = "What it wrote to standard error, at most 256 KiB.") String errorOutput,
        @Schema(description = "Whether it wrote more than that.") boolean cut,
        @Schema(description = "Whether it was killed because its time was over.") boolean timedOut,
        @Schema(description = "How long it took, in s.", example = "0.2") double seconds) {

    static CommandView of(String instance, String hostId, CopyCommand.Outcome outcome, double seconds) {
        return new CommandView(instance, hostId, outcome.exitCode(), outcome.output(), outcome.errorOutput(), outcome.cut(), outcome.timedOut(), seconds);
    }
}
