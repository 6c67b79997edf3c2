/**
 * Owns construction, local search and polishing, and their order.
 * Must not know how a plan is written or explained.
 * Start reading at {@link SeatingSearch}.
 */
package org.caravan.solver.search;
