/**
 * Owns the findings on a plan, by severity. Pure: takes a problem, a plan and its report, and returns remarks.
 * Must not know how plans are found.
 * Start reading at {@link PlanLint}.
 */
package org.caravan.plan.lint;
