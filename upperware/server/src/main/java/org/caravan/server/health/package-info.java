/**
 * Owns what is said of the server's own health: whether it takes requests, and what of that which it stands on is not as it should be.
 * Must not know what is kept there.
 */
package org.caravan.server.health;
