/**
 * Owns the port of planners, and what passes through it: outcomes, progress, partitions.
 * Must not know the search behind the port.
 * Start reading at {@link Planner}.
 */
package org.caravan.plan.planner;
