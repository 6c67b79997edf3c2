package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "UnclaimedMachine", description = "A rented machine that belongs to no host.")
public record UnclaimedView(
        @Schema(description = "Id of the machine at the provider.") String id,
        @Schema(description = "Host for which the machine was rented.", example = "simula-m1-small-3") String hostId) {}
