/**
 * Owns routers: HAProxy in front of the copies of an entry, for users that keep connections or addresses longer than DNS entries live.
 * Must not know how a router's program gets to its machine. Servers change through HAProxy's control interface, without interruption.
 * Start reading at {@link Router}.
 */
package org.caravan.adapter.node.router;
