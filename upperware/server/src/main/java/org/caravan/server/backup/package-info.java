/**
 * Owns backup and restore of a data folder as one file. Uses no Spring, so that it works when the server does not start, and works beside
 * a running server.
 * Must not know what the tables mean.
 * Start reading with {@link Backup} and {@link Restoration}.
 */
package org.caravan.server.backup;
