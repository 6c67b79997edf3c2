package org.caravan.transfer;

import java.nio.file.Path;
import org.caravan.image.ContentDigest;

/**
 * What makes a wanted layer of one that a host has.
 *
 * @param from the layer it has
 * @param file as `zstd --patch-from` wrote it
 * @param digest of that file
 * @param size of that file, in bytes
 */
record Difference(ContentDigest from, Path file, ContentDigest digest, long size) {}
