/**
 * Owns what is known of the network between sites: probe runs, their samples, and the matrix made from them.
 * Must not know what is placed because of it.
 * A run that was cut short loses no sample it had taken.
 */
package org.caravan.server.network;
