/**
 * Owns the Prometheus metrics of the server: names, units and labels.
 * Must not change anything, and must not call a host.
 * Start reading with {@link PathMeters}.
 */
package org.caravan.server.figures;
