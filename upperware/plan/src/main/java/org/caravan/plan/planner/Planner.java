package org.caravan.plan.planner;

import org.caravan.problem.PlacementProblem;

/** Port to a planner. Equal problems give equal outcomes. */
public interface Planner {

    PlanningOutcome plan(PlacementProblem problem);

    /**
     * Creates the same plan for comparisons; the report needs only cost, latencies and certificate. Much faster, because reasons and
     * sensitivity analysis require many evaluations.
     */
    default PlanningOutcome planForComparison(PlacementProblem problem) {
        return plan(problem);
    }

    /** Begins a planning that accepts changes while it runs; the search itself runs in {@link OngoingPlanning#outcome}. */
    OngoingPlanning begin(PlacementProblem problem);
}
