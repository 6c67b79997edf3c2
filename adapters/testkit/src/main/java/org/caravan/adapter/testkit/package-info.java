/**
 * Owns the one test that every adapter passes, whatever machines stand behind it, and the one for every cloud that rents them.
 * A test extends {@code CloudAdapterContract} or {@code MachineCloudContract} and brings its {@code AdapterGround} or {@code MachineGround}.
 * Must not know any particular provider.
 */
package org.caravan.adapter.testkit;
