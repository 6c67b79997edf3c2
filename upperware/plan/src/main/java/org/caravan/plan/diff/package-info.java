/**
 * Owns the difference of two plans, as a record and as text.
 * Must not know how the change is executed.
 * Start reading at {@link PlanDiff}.
 */
package org.caravan.plan.diff;
