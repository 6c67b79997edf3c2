package org.caravan.plan;

import org.caravan.problem.PlacementProblem;

/** Port to whatever finds plans. Equal problems give equal outcomes. */
public interface Planner {

    PlanningOutcome plan(PlacementProblem problem);
}
