/**
 * Owns hosts with their adapters: observation, limits and leases.
 * Must not know runs, targets or plans.
 * Start reading at {@link Fleet}.
 */
package org.caravan.execution.fleet;
