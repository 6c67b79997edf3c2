/**
 * Owns the plan without open decisions, the report that explains it, and the difference between two plans.
 * Must not know how a plan is found or executed.
 * Start reading at {@link DeploymentPlan}, then {@link Planner}.
 */
package org.caravan.plan;
