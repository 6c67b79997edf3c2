/**
 * Owns the embedded message broker and the routes that carry record ids from one step to the next.
 * A route names where an id goes, never what is done with it.
 * Must not know what the ids stand for.
 */
package org.caravan.server.broker;
