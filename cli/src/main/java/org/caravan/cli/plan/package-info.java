/**
 * Owns commands for plans: validate, plan, diff, deploy, reject, what-if, roll back.
 * Must not know how plans are made.
 * Start reading at {@link PlanCommand}.
 */
package org.caravan.cli.plan;
