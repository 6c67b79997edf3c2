/**
 * Owns the search for a plan; the only package that uses OptaPlanner. Mutable entities do not leave it.
 * Must not know where a problem comes from or how a plan is executed.
 * Start reading at {@link OptaPlannerPlanner}.
 */
package org.caravan.solver;
