/**
 * Owns the placement problem: the complete input of a planner in one record, which is also sufficient for a bug report about a plan.
 * Must not know how a problem is solved or a plan is executed.
 * Start reading at {@link PlacementProblem}.
 */
package org.caravan.problem;
