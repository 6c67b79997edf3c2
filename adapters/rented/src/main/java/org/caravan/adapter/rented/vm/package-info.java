/**
 * Owns copies that have a rented machine as their own: scripts of the model make them, in the machine's own system and network.
 * Must not know how the machine was rented, or why the copy is wanted.
 */
package org.caravan.adapter.rented.vm;
