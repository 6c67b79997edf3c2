package org.caravan.plan;

import java.util.OptionalLong;

/**
 * How far a planning is.
 *
 * @param stage what it does at this moment, in words for a person
 * @param tried placements that the search has scored so far; 0 before it
 * @param points of the best one so far by all goals, in hundredths of 1 ms or 1 EUR/month at weight 1, less is better; empty before there is a whole one
 * @param bound that no placement can stay below, in the same points; empty until it is reckoned, which is last
 */
public record PlanningProgress(String stage, long tried, OptionalLong points, OptionalLong bound) {

    public static final PlanningProgress BEGINS = new PlanningProgress("begins", 0, OptionalLong.empty(), OptionalLong.empty());
}
