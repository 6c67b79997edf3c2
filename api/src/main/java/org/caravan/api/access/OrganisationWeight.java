package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "OrganisationWeight", description = "Weight of an organisation when uplinks are divided.")
public record OrganisationWeight(
        @Schema(description = "Factor for the shares of its copies, 0.01 to 100, with at most 3 decimals.", example = "3") double weight) {}
