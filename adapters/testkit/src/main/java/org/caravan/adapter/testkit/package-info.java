/**
 * Owns the contract tests that every adapter and every machine cloud must pass; a test extends the contract and provides a fixture.
 * Must not know any particular provider.
 * Start reading at {@link CloudAdapterContract} with {@link AdapterFixture}, and {@link MachineCloudContract} with {@link MachineFixture}.
 */
package org.caravan.adapter.testkit;
