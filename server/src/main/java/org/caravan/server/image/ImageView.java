package org.caravan.server.image;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.Layer;
import org.caravan.infrastructure.Architecture;

@Schema(name = "Image", description = "All images of one name.")
record ImageView(
        @Schema(description = "Name.", example = "sock-shop/front-end") String name,
        @Schema(description = "container or unikernel.") ImageKind kind,
        @Schema(description = "Images, one per architecture.") List<Manifest> images,
        @Schema(description = "Applications whose target or pending plans use the image.") List<String> usedBy,
        @Schema(description = "Ids of hosts that have all layers of one of the images; absent if hosts were not queried.")
                Optional<List<String>> hosts) {

    @Schema(name = "ImageManifest", description = "Manifest of an image for one architecture.")
    record Manifest(
            @Schema(description = "Processor architecture.") Architecture architecture,
            @Schema(description = "SHA-256 of layers, start command and environment.",
                    example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08") String digest,
            @Schema(description = "Size of all layers as transferred, in bytes.") long size,
            @Schema(description = "Layers, lowest first.") List<LayerView> layers,
            @Schema(description = "Start command and its arguments.") List<String> start,
            @Schema(description = "Environment variables.") Map<String, String> environment) {}

    @Schema(name = "ImageLayer", description = "Part of an image that is stored and transferred once.")
    record LayerView(
            @Schema(description = "SHA-256 of the stored file.",
                    example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08") String digest,
            @Schema(description = "Size of the stored file, in bytes.") long size,
            @Schema(description = "SHA-256 of the uncompressed tar (OCI: DiffID); absent if unknown.") Optional<String> unpackedDigest,
            @Schema(description = "Size of the uncompressed tar, in bytes; absent if unknown.") Optional<Long> unpackedSize) {}

    static ImageView of(ImageIndex index, List<String> usedBy, Optional<List<String>> hosts) {
        return new ImageView(index.name(), index.kind(), index.manifests().stream().map(ImageView::of).toList(), usedBy, hosts);
    }

    private static Manifest of(ImageManifest image) {
        return new Manifest(image.architecture(), image.digest().toString(), image.size().value(),
                image.layers().stream().map(ImageView::of).toList(), image.start(), image.environment());
    }

    static LayerView of(Layer layer) {
        return new LayerView(layer.digest().toString(), layer.size(), layer.unpacked().map(tar -> tar.digest().toString()),
                layer.unpacked().map(Layer.Unpacked::size));
    }
}
