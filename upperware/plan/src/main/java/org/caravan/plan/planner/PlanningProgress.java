package org.caravan.plan.planner;

import java.util.OptionalLong;

/**
 * Progress of a planning.
 *
 * @param stage current activity, as text for users
 * @param tried placements that the search has scored so far; 0 before it
 * @param points best score so far by all goals, in hundredths of 1 ms or 1 EUR/month at weight 1, less is better; empty before a placement
 * without violations is found
 * @param bound lower bound for all placements, in the same points; empty until it is computed at the end
 */
public record PlanningProgress(String stage, long tried, OptionalLong points, OptionalLong bound) {

    public static final PlanningProgress BEGINS = new PlanningProgress("begins", 0, OptionalLong.empty(), OptionalLong.empty());
}
