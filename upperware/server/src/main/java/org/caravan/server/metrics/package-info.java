/**
 * Owns what hosts and copies take while they run: asks hosts, tells the readings as events, keeps them, shows the newest.
 * Must not know what is decided by them.
 */
package org.caravan.server.metrics;
