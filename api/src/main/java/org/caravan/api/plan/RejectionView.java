package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

@Schema(name = "PlanRejection", description = "Rejection of a plan.")
public record RejectionView(
        @Schema(description = "Who rejected the plan: name of the token's owner.", example = "anna") String name,
        @Schema(description = "Id of the owner's token; local for the token of the token file.", example = "5fd1a07c") String tokenId,
        @Schema(description = "Time of the rejection (ISO 8601, UTC).") Instant at,
        @Schema(description = "Reason, as given; empty if none was given.", example = "not before the fair") String reason) {}
