/**
 * Owns the data folder: that only one server uses it, and the server's own database in it.
 * A kill at any moment loses nothing that was answered for.
 * Must not know what the tables mean.
 */
package org.caravan.server.data;
