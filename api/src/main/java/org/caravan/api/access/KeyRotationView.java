package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "KeyRotation", description = "Result of a key rotation.")
public record KeyRotationView(
        @Schema(description = "Id of the new key; does not reveal the key.", example = "9f86d081884c7d65") String keyId,
        @Schema(description = "Number of secrets that were encrypted again.") int secrets) {}
