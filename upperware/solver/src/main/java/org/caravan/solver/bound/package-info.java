/**
 * Owns what no placement can exceed: Lagrangian and combinatorial bounds, and feasibility.
 * Must not know the texts that report a bound.
 * Start reading at {@link LagrangianBound}.
 */
package org.caravan.solver.bound;
