/**
 * Owns images as records (index, manifest, layer, digest) and their folder, to which image-build also writes; layers are named by
 * content.
 * Must not know nodes, adapters, or users of images.
 * Start reading at {@link ImageRepository}.
 */
package org.caravan.image;
