package org.caravan.api.image;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "KeptLayer", description = "A layer in the repository.")
public record KeptLayer(
        @Schema(description = "SHA-256 of the stored file.",
                example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08") String digest,
        @Schema(description = "Size of the stored file, in bytes.") long size) {}
