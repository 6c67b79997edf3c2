/**
 * Owns the port to the journal, and the records that it holds.
 * Must not know SQL, adapters or threads.
 * Start reading at {@link RunStore}.
 */
package org.caravan.execution.journal;
