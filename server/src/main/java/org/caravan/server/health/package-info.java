/**
 * Owns the health of the server: whether it accepts requests, and which of its dependencies fail.
 * Must not know what its dependencies store.
 * Start reading with {@link ServerHealth} and {@link HealthChecks}.
 */
package org.caravan.server.health;
