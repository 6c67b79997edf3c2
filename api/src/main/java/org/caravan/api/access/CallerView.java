package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "Caller", description = "Identity of the caller.")
public record CallerView(
        @Schema(description = "Id of the token; local for the token of the token file.", example = "5fd1a07c") String tokenId,
        @Schema(description = "Owner of the token, human-readable.") String name,
        @Schema(description = "Role: viewer, deployer, operator or admin.", example = "deployer") String role) {}
