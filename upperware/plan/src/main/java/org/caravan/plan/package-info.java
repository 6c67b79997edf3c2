/**
 * Owns the plan, its report, and their assembly, as immutable records with a canonical text.
 * Must not know how a plan is found or executed.
 * Start reading at {@link DeploymentPlan}.
 */
package org.caravan.plan;
