/**
 * Owns the port through which machines are rented and given back; what runs on them is touched through
 * {@link org.caravan.adapter.CloudAdapter}. Machines are found by label on the provider, never by memory.
 * Must not know of applications, plans, measurements or any particular provider.
 */
package org.caravan.machine;
