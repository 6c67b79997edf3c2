/**
 * Owns images as records (index, manifest, layer, digest) and the folder they are kept in, which image-build fills too.
 * Layers are named by their content and kept once.
 * Must not know nodes, adapters, or who uses an image.
 */
package org.caravan.image;
