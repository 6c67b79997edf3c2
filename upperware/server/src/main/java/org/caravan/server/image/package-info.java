/**
 * Owns images as the server serves them: what there is, who uses it, uploads, what is brought to hosts in advance, and
 * what is thrown away.
 * Must not know how a layer goes over the line, or how an image is started.
 */
package org.caravan.server.image;
