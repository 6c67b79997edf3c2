/**
 * Owns the contract tests that every adapter and every machine cloud must pass; a test extends the contract and provides a fixture.
 * Must not know any particular provider.
 * Start reading at {@link CloudAdapterContract} with {@link AdapterGround}, and {@link MachineCloudContract} with {@link MachineGround}.
 */
package org.caravan.adapter.testkit;
