package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "Token", description = "A token without its secret.")
public record TokenView(
        @Schema(description = "Id of the token: the part of its text that is not secret.", example = "5fd1a07c") String id,
        @Schema(description = "Owner of the token.") String name,
        @Schema(description = "Role: viewer, deployer, operator or admin.", example = "deployer") String role,
        @Schema(description = "Organisation for which the token is valid; absent for tokens of the installation, which are valid "
                + "for all.", example = "acme") Optional<String> organisation,
        @Schema(description = "Subject at the identity provider, for a login to the console; absent for a token that an admin "
                + "created.", example = "jane") Optional<String> subject,
        @Schema(description = "Time of creation.") Instant madeAt,
        @Schema(description = "Expiry time.") Instant expiresAt,
        @Schema(description = "Time of revocation; absent if not revoked.") Optional<Instant> revokedAt,
        @Schema(description = "Time of the last use, to the minute; absent if never used.") Optional<Instant> usedAt) {}
