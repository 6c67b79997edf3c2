/**
 * Owns the push of images to hosts over SSH, resumable and by differences, and the layers that hosts keep; hosts never pull.
 * Must not know how an image is started, or why it is wanted.
 * Start reading at {@link ImageDelivery}.
 */
package org.caravan.transfer;
