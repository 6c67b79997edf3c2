package org.caravan.api.model;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Map;

@Schema(name = "Model", description = "Latest model of an application.")
public record ModelView(
        @Schema(description = "Name of the application.", example = "sock-shop") String name,
        @Schema(description = "Version, as declared in the model.", example = "1.0") String version,
        @Schema(description = "Digest of the model's texts: 64 hexadecimal digits (SHA-256); in quotes, it is the entity tag.")
        String digest,
        @Schema(description = "Time at which the server accepted the model (ISO 8601, UTC).") Instant acceptedAt,
        @Schema(description = "Texts by file name, as submitted.") Map<String, String> files) {}
