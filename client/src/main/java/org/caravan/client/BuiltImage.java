package org.caravan.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.image.ImageOrder;

/**
 * An image for one architecture, as image-build writes it into a manifest.
 *
 * @param kind container or unikernel; empty in older manifests, which are of containers
 * @param env environment variables
 */
record BuiltImage(String kind, String arch, List<BuiltLayer> layers, List<String> start, Map<String, String> env) {

    /** @param size size of the stored file, in bytes */
    record BuiltLayer(String digest, long size, Optional<Unpacked> unpacked) {

        private ImageOrder.Layer order() {
            return new ImageOrder.Layer(digest, unpacked.map(Unpacked::digest), unpacked.map(Unpacked::size));
        }
    }

    /** @param size size of the uncompressed tar, in bytes */
    record Unpacked(String digest, long size) {}

    BuiltImage {
        kind = kind.isEmpty() ? "container" : kind;
    }

    boolean isUnikernel() {
        return kind.equals("unikernel");
    }

    ImageOrder order() {
        return new ImageOrder(isUnikernel() ? ImageOrder.Kind.UNIKERNEL : ImageOrder.Kind.CONTAINER, arch,
                layers.stream().map(BuiltLayer::order).toList(), start, env);
    }
}
