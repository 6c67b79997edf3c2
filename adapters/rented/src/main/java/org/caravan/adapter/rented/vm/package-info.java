/**
 * Owns copies that use a whole provisioned machine; scripts of the model create them in the machine's own system and network.
 * Must not know how the machine was provisioned, or why the copy is wanted.
 * Start reading at {@link VmAdapter}.
 */
package org.caravan.adapter.rented.vm;
