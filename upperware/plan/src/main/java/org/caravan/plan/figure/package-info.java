/**
 * Owns figures of a plan: cost, traffic charges, power, and the figures of other hosts.
 * Must not know how a figure is printed.
 * Start reading at {@link PlanFigures}.
 */
package org.caravan.plan.figure;
