/**
 * Owns execution of one graph of steps: order, retries and the work of one step.
 * Must not know why the steps are wanted, or what follows them.
 * Start reading at {@link Executor}.
 */
package org.caravan.execution.step;
