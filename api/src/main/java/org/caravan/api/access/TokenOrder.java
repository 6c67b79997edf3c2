package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "TokenOrder", description = "A token to create.")
public record TokenOrder(
        @Schema(description = "Owner of the token, human-readable; 1 to 64 characters.", example = "continuous integration")
        String name,
        @Schema(description = "Role of the token; each role includes the rights of the roles before it.",
                allowableValues = {"viewer", "deployer", "operator", "admin"}) String role,
        @Schema(description = "Organisation for which the token is valid (default: that of the creating token; a token of the "
                + "installation is valid for all).", example = "acme")
                Optional<String> organisation,
        @Schema(description = "Lifetime in days, 1 to 3650 (default: 90).", example = "90") Optional<Integer> days) {}
