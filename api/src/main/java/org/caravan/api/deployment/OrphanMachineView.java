package org.caravan.api.deployment;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "OrphanMachine", description = "A rented machine that belongs to no host of the infrastructure.")
public record OrphanMachineView(
        @Schema(description = "Id of the machine at the provider.", example = "i-0abcd1234") String id,
        @Schema(description = "Host for which the machine was rented.", example = "ohio-small-3") String hostId,
        @Schema(description = "Size of the machine, by its name at the provider.", example = "t3.small") String offer,
        @Schema(description = "BOOTING, RUNNING, STOPPED, LEAVING or BROKEN.", example = "RUNNING") String state) {}
