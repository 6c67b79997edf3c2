/**
 * Owns images as records (index, manifest, layer, digest) and their folder, which image-build also fills; digests name the layers.
 * Must not know nodes, adapters, or users of images.
 * Start reading at {@link ImageRepository}.
 */
package org.caravan.image;
