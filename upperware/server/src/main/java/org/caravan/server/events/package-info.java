/**
 * Owns what the server tells while it works: events on a topic of the broker, and from there to browsers.
 * An event that is lost costs a browser one look, never a deployment.
 * Must not know who listens.
 */
package org.caravan.server.events;
