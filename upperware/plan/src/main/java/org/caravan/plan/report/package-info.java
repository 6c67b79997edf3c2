/**
 * Owns the report and the screen of a plan as text.
 * Must not know how a plan was found.
 * Start reading at {@link PlanScreenText}.
 */
package org.caravan.plan.report;
