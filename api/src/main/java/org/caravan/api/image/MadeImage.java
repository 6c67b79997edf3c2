package org.caravan.api.image;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "MadeImage", description = "An image created from an upload.")
public record MadeImage(
        @Schema(description = "Name.", example = "shop/web") String name,
        @Schema(description = "Processor architecture.") String architecture,
        @Schema(description = "Digest of the image.",
                example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08") String digest,
        @Schema(description = "Size of the layers, in bytes.") long size) {}
