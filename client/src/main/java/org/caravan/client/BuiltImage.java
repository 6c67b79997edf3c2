package org.caravan.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An image for one architecture, as image-build writes it into a manifest.
 *
 * @param kind container or unikernel; empty in older manifests, which are of containers
 * @param env environment variables
 */
record BuiltImage(String kind, String arch, List<BuiltLayer> layers, List<String> start, Map<String, String> env) {

    /** @param size size of the stored file, in bytes */
    record BuiltLayer(String digest, long size, Optional<Unpacked> unpacked) {

        private Map<String, Object> body() {
            Map<String, Object> body = new TreeMap<>(Map.of("digest", digest));
            unpacked.ifPresent(tar -> {
                body.put("unpackedDigest", tar.digest());
                body.put("unpackedSize", tar.size());
            });
            return body;
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

    /** The image as a request body of the REST API. */
    Map<String, Object> body() {
        return Map.of("kind", kind, "architecture", arch, "start", start, "environment", env,
                "layers", layers.stream().map(BuiltLayer::body).toList());
    }
}
