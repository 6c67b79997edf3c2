/**
 * Owns durations of earlier steps, and the time that remains for a run.
 * Must not know adapters or threads.
 * Start reading at {@link TimeLeft}.
 */
package org.caravan.execution.estimate;
