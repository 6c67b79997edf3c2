/**
 * Owns hosts with their adapters: observation, limits and leases.
 * Must not know runs, targets or plans.
 * Start reading at {@link HostRegistry}.
 */
package org.caravan.execution.fleet;
