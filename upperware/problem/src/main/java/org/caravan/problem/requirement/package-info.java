/**
 * Owns the requirements of a problem, each with the problem that remains without it (it allows at least the same placements).
 * Must not know planners.
 * Start reading at {@link Requirements}.
 */
package org.caravan.problem.requirement;
