package org.caravan.api.deployment;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "Orphan", description = "A copy with Caravan's label that belongs to no application of this server.")
public record OrphanView(
        @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
        @Schema(description = "Label of the copy.", example = "old-shop.frontend.1.3") String label,
        @Schema(description = "RUNNING or STOPPED.", example = "RUNNING") String state) {}
