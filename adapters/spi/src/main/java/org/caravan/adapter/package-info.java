/**
 * Owns the one port through which Caravan touches machines, and what is seen through it.
 * Adapters find our copies by label on the machine, never by memory.
 * Must not know of plans, measurements or any particular provider.
 */
package org.caravan.adapter;
