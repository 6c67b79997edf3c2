package org.caravan.api.deployment;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "UnobservedHost", description = "A host that could not be observed.")
public record UnobservedView(
        @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
        @Schema(description = "Reason, human-readable.") String reason) {}
