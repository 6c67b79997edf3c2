package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

@Schema(name = "PlanRejection", description = "A person's no to a plan.")
record RejectionView(
        @Schema(description = "Who rejected it: whose token it was.", example = "anna") String name,
        @Schema(description = "Id of that token; local for that of the token file.", example = "5fd1a07c") String tokenId,
        @Schema(description = "When (ISO 8601, UTC).") Instant at,
        @Schema(description = "Why, in the words of who rejected it; empty where none were given.", example = "not before the fair") String reason) {}
