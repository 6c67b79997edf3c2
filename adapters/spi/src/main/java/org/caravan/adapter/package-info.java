/**
 * Owns the port through which Caravan accesses machines, and the records of observations; adapters find copies by label, never by memory.
 * Must not know plans, measurements or any particular provider.
 * Start reading at {@link CloudAdapter}.
 */
package org.caravan.adapter;
