/**
 * Owns the life of a node: its preparation, what was measured of it, whether it is drained, and how it leaves.
 * Hosts come into the infrastructure and out of it by amending the text an operator sent.
 * Must not know how plans are made or carried out: who plans asks {@code DrainedHosts} what to leave out.
 */
package org.caravan.server.node;
