/**
 * Owns the carrying out of steps: the journal, retries, bounds, and what happens after a crash.
 * Decides nothing about placement or order; after a crash it looks before it acts.
 * Must not know how plans are found, or any particular provider.
 */
package org.caravan.execution;
