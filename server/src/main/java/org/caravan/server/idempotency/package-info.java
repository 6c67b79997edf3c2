/**
 * Owns idempotency of repeated requests: a request that is sent again with the same {@code Idempotency-Key}, because its response was lost,
 * is not executed again.
 * Must not know the meaning of a request.
 * Start reading at {@link IdempotencyFilter}.
 */
package org.caravan.server.idempotency;
