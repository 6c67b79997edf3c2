/**
 * Owns the server's events: on a topic of the broker, and from there to browsers. A lost event costs a browser one request, never a
 * deployment.
 * Must not know who listens.
 * Start reading with {@link Events} and {@link Listeners}.
 */
package org.caravan.server.events;
