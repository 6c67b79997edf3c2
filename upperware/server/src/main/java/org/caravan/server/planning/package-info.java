/**
 * Owns the making and keeping of plans: puts the problem together, asks the planner, keeps what it answered.
 * A plan changes nothing until somebody approves it.
 * Must not know how a plan is carried out.
 */
package org.caravan.server.planning;
