/**
 * Owns the steps that lead from the observed state to a plan: an observation and a plan in, a graph of steps out, without side effects.
 * Must not know how or when a step is executed.
 * Start reading at {@link Reconciler}.
 */
package org.caravan.change;
