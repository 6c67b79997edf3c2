package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(name = "Log", description = "Last lines of the log of an instance.")
public record LogView(
        @Schema(description = "Component and number.", example = "frontend:1") String instance,
        @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
        @Schema(description = "Lines of standard output and standard error, newest last.") List<String> lines) {}
