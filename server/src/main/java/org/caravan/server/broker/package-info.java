/**
 * Owns the message broker and the routes that carry record ids from one step to the next. A route only names the next step.
 * Must not know what the ids mean.
 * Start reading with {@link Routes} and {@link EventRoutes}.
 */
package org.caravan.server.broker;
