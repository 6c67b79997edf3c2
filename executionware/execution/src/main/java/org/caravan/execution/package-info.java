/**
 * Owns the execution of steps: the journal, retries, limits, and recovery after a crash, which observes before it acts.
 * Must not know how plans and their order are found, or any particular provider.
 * Start reading at {@link Deployment} and then {@link RunDriver}.
 */
package org.caravan.execution;
