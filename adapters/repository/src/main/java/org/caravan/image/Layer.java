package org.caravan.image;

import java.util.Optional;

/**
 * A part of an image as stored and transferred.
 *
 * @param digest digest of the stored file: a tar compressed by Zstandard, or the kernel of a unikernel
 * @param size of that file, in bytes
 * @param unpacked the tar in the file; empty for a kernel, and if the manifest does not contain it
 */
public record Layer(ContentDigest digest, long size, Optional<Unpacked> unpacked) {

    /**
     * The tar in a layer.
     *
     * @param digest DiffID of the layer in OCI terms
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
