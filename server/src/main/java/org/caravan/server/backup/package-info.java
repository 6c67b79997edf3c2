/**
 * Owns backup and restore of a data folder as one file, also while a server runs; uses no Spring, because a server may fail to start.
 * Must not know what the tables mean.
 * Start reading with {@link Backup} and {@link Restoration}.
 */
package org.caravan.server.backup;
