/**
 * Owns the requests and answers of REST about the server itself.
 * Must not know records of the server.
 * Start reading at {@link HealthView}.
 */
package org.caravan.api.server;
