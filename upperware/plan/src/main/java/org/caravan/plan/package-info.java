/**
 * Owns the plan, the report that explains it and the difference between two plans.
 * A plan leaves no choice to whoever carries it out.
 * Must not know how a plan is found or carried out.
 */
package org.caravan.plan;
