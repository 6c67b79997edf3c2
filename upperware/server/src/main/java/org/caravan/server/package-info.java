/**
 * Owns the start of the server and its settings.
 * Each package below is one domain word; they meet through public services and through the broker.
 * Must not know how any part works inside.
 */
package org.caravan.server;
