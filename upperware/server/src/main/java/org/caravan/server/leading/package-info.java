/**
 * Owns leader election. Of the servers that share a database, one leads: it deploys, probes and polls hosts; all servers plan and answer.
 * A server on its own always leads.
 * Must not know how deployments are executed.
 * Start reading with {@link LeadershipKeeper}.
 */
package org.caravan.server.leading;
