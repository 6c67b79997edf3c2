package org.caravan.api.deployment;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "RepairRequest", description = "Limits of the repair.")
public record RepairOrder(
        @Schema(description = "Whether the repair may recreate or remove stateful copies; if false, it is rejected in that case.",
                example = "false") boolean acceptDataLoss) {}
