/**
 * Owns the requests and answers of REST about images, their uploads and their transfer to hosts.
 * Must not know records of the server.
 * Start reading at {@link ImageView}.
 */
package org.caravan.api.image;
