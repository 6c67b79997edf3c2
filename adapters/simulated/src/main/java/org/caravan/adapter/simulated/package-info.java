/**
 * Owns a provider that exists only in memory: seeded, with delays and injected faults, optionally stored in a file; for demo and tests.
 * Must not know SSH, containers or plans.
 * Start reading at {@link SimulatedAdapter}; provisioned machines start at {@link SimulatedMachineCloud}.
 */
package org.caravan.adapter.simulated;
