package org.caravan.image;

import java.util.Optional;

/**
 * A part of an image as it is kept and sent.
 *
 * @param digest of the file as it is kept: a tar compressed by Zstandard; for a unikernel the kernel itself
 * @param size of that file, in bytes
 * @param unpacked of the tar within; empty for a kernel, and where whoever made the layer did not say
 */
public record Layer(ContentDigest digest, long size, Optional<Unpacked> unpacked) {

    /**
     * The tar within a layer.
     *
     * @param digest what OCI calls the layer's DiffID
     * @param size in bytes
     */
    public record Unpacked(ContentDigest digest, long size) {}

    public Layer {
        if (size < 0) {
            throw new IllegalArgumentException("a layer has a size: " + size);
        }
    }

    public Layer(ContentDigest digest, long size) {
        this(digest, size, Optional.empty());
    }
}
