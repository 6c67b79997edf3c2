package org.caravan.transfer;

import java.nio.file.Path;
import org.caravan.image.ContentDigest;

/**
 * Difference from which a host can build a wanted layer.
 *
 * @param from base layer, which the host has
 * @param file output of `zstd --patch-from`
 * @param digest of that file
 * @param size of that file, in bytes
 */
record Difference(ContentDigest from, Path file, ContentDigest digest, long size) {}
