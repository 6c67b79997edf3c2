/**
 * Owns the port for provisioning machines; the software on them is accessed through {@link org.caravan.adapter.CloudAdapter}.
 * Must not know applications, plans, measurements or any particular provider. Machines are found by label, never by memory.
 * Start reading at {@link MachineCloud}.
 */
package org.caravan.machine;
