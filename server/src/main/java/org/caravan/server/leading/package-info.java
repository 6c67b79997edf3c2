/**
 * Owns leader election: one of the servers that share a database deploys, probes and polls hosts. All servers plan and answer.
 * Must not know how deployments are executed.
 * Start reading with {@link LeaderElection}.
 */
package org.caravan.server.leading;
