/**
 * Owns the server's images: listing, ownership, uploads, prefetching and garbage collection.
 * Must not know how a layer is transferred or how an image is started.
 * Start reading with {@link ImageController} and {@link Collector}.
 */
package org.caravan.server.image;
