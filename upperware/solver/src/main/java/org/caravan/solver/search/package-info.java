/**
 * Owns construction, local search, exhaustive search and polishing, and their order.
 * Must not know how a plan is written or explained.
 * Start reading at {@link LocalSearch}.
 */
package org.caravan.solver.search;
