/**
 * Owns everything that OptaPlanner sees: solution, entity, moves and constraints. Mutable entities do not leave the solver.
 * Must not know how a start solution is made, or how a plan is explained.
 * Start reading at {@link PlacementSolution}.
 */
package org.caravan.solver.optaplanner;
