/**
 * Owns the plan that restores an earlier one.
 * Must not know runs and steps.
 * Start reading at {@link RollbackPlanner}.
 */
package org.caravan.plan.rollback;
