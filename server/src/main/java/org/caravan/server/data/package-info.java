/**
 * Owns the data folder with its lock, and the server's database. A kill at any moment loses nothing that was acknowledged.
 * Must not know what the tables mean.
 * Start reading with {@link DataFolder} and {@link DatabaseConfiguration}.
 */
package org.caravan.server.data;
