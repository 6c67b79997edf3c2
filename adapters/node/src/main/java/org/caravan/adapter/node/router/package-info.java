/**
 * Owns routers: HAProxy before the copies of an entry, for users who keep connections or addresses longer than names live.
 * Servers come and go through HAProxy's own control interface, so that no connection is cut by a change.
 * Must not know how a router's program gets to its machine.
 */
package org.caravan.adapter.node.router;
