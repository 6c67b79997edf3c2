package org.caravan.api.model;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "AcceptedModel", description = "A stored model.")
public record AcceptedModel(
        @Schema(description = "Name of the application.", example = "sock-shop") String name,
        @Schema(description = "Version, as declared in the model.", example = "1.0") String version,
        @Schema(description = "Digest of the model's texts: 64 hexadecimal digits (SHA-256).") String digest) {}
