package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "AuditEntry", description = "A request for a change, or its result.")
public record AuditEntryView(
        @Schema(description = "Number of the entry, from 1 without gaps.") long number,
        @Schema(description = "Time of writing (ISO 8601, UTC).") String at,
        @Schema(description = "ASKED before execution, ANSWERED after it, REFUSED for a read request with a token that lacks the "
                + "role.") String event,
        @Schema(description = "Number of the request's entry that this entry answers; its own number if it answers none.") long asked,
        @Schema(description = "Id of the token; local for the token of the token file.") String tokenId,
        @Schema(description = "Owner of the token.") String name,
        @Schema(description = "Role: viewer, deployer, operator or admin.") String role,
        @Schema(description = "Address of the caller.") String address,
        @Schema(description = "Method and path, without the query.", example = "PUT /api/v1/infrastructure") String request,
        @Schema(description = "HTTP status; 0 for ASKED.") int status,
        @Schema(description = "Organisation of the token; absent for tokens of the installation.", example = "acme")
        Optional<String> organisation,
        @Schema(description = "SHA-256 of the previous digest and all fields above.") String digest) {}
