/**
 * Owns that a request which is sent again because its answer was lost does not do its work again: the header {@code Idempotency-Key}.
 * Must not know what a request means.
 */
package org.caravan.server.repeat;
