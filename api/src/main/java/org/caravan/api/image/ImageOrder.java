package org.caravan.api.image;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

@Schema(name = "ManifestBody", description = "An image that consists of layers in the repository.")
public record ImageOrder(
        @Schema(description = "container or unikernel.") Kind kind,
        @Schema(description = "Processor architecture.", example = "arm64") String architecture,
        @Schema(description = "Layers, lowest first.") List<Layer> layers,
        @Schema(description = "Start command and its arguments.") List<String> start,
        @Schema(description = "Environment variables.") Map<String, String> environment) {

    /** How the image is started: a file tree of layers, or a kernel. */
    public enum Kind {
        CONTAINER, UNIKERNEL;

        /** Spelling in requests: {@code container}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Schema(name = "LayerBody", description = "A layer in the repository.")
    public record Layer(
            @Schema(description = "SHA-256 of the stored file.",
                    example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08") String digest,
            @Schema(description = "SHA-256 of the uncompressed tar; optional.") Optional<String> unpackedDigest,
            @Schema(description = "Size of the uncompressed tar, in bytes; optional.") Optional<Long> unpackedSize) {}
}
