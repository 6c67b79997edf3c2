package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

@Schema(name = "Secret", description = "A secret that is set, without its value.")
public record SecretView(
        @Schema(description = "Name by which models refer to the secret.", example = "shop-db-password") String name,
        @Schema(description = "Version of the value; changes with the value and does not reveal it.") String version,
        @Schema(description = "Time at which the value was set.") Instant setAt) {}
