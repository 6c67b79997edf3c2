/**
 * Owns the creation and storage of plans: builds the problem, calls the planner, stores the answer. A plan changes nothing until it is
 * approved.
 * Must not know how a plan is executed.
 * Start reading at {@link PlanningService} and {@link PlanningQueue}.
 */
package org.caravan.server.planning;
