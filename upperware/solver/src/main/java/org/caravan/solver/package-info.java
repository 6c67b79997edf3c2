/**
 * Owns the way from a placement problem to an outcome: one search, re-planning, replica counts, omissions, the fixed point. The other
 * packages of the solver are used only from here.
 * Must not know where a problem comes from or how a plan is executed.
 * Start reading at {@link OptaPlannerPlanner}.
 */
package org.caravan.solver;
