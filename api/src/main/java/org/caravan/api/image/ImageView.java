package org.caravan.api.image;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

@Schema(name = "Image", description = "All images of one name.")
public record ImageView(
        @Schema(description = "Name.", example = "sock-shop/front-end") String name,
        @Schema(allowableValues = {"container", "unikernel"}, description = "container or unikernel.") String kind,
        @Schema(description = "Images, one per architecture.") List<Manifest> images,
        @Schema(description = "Applications whose target or pending plans use the image.") List<String> usedBy,
        @Schema(description = "Ids of hosts that have all layers of one of the images; absent if hosts were not queried.")
                Optional<List<String>> hosts) {

    @Schema(name = "ImageManifest", description = "Manifest of an image for one architecture.")
    public record Manifest(
            @Schema(allowableValues = {"amd64", "arm64"}, description = "Processor architecture.") String architecture,
            @Schema(description = "SHA-256 of layers, start command and environment.",
                    example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08") String digest,
            @Schema(description = "Size of all layers as transferred, in bytes.") long size,
            @Schema(description = "Layers, lowest first.") List<LayerView> layers,
            @Schema(description = "Start command and its arguments.") List<String> start,
            @Schema(description = "Environment variables.") Map<String, String> environment) {}

    @Schema(name = "ImageLayer", description = "Part of an image that is stored and transferred once.")
    public record LayerView(
            @Schema(description = "SHA-256 of the stored file.",
                    example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08") String digest,
            @Schema(description = "Size of the stored file, in bytes.") long size,
            @Schema(description = "SHA-256 of the uncompressed tar (OCI: DiffID); absent if unknown.") Optional<String> unpackedDigest,
            @Schema(description = "Size of the uncompressed tar, in bytes; absent if unknown.") Optional<Long> unpackedSize) {}
}
