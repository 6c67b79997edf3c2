/**
 * Owns clock, waiting, threads and cancellation.
 * Must not know anything of the journal or of adapters.
 * Start reading at {@link Clock}.
 */
package org.caravan.execution.time;
