/**
 * Owns the name service of the server: where it listens, and that it stands before users are given answers.
 * Must not know why an address is the answer.
 * An empty list of addresses switches names off.
 */
package org.caravan.server.names;
