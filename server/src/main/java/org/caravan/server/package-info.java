/**
 * Owns the start of the server and its settings. Each package below owns one domain word; they meet through public services and the broker.
 * Must not know how any part works inside.
 * Start reading with {@link CaravanServer} and {@link Settings}.
 */
package org.caravan.server;
