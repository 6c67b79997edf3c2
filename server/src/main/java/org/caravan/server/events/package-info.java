/**
 * Owns the server's events: from a topic of the broker to browsers. A lost event costs a browser one request, never a deployment.
 * Must not know which clients listen.
 * Start reading with {@link Events} and {@link Listeners}.
 */
package org.caravan.server.events;
