/**
 * Owns the allow-list of provider endpoints: other endpoints are not called, and metadata and link-local addresses never are.
 * Must not know which requests are sent there.
 * Start reading with {@link Endpoints}.
 */
package org.caravan.server.endpoint;
