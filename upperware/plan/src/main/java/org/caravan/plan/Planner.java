package org.caravan.plan;

import org.caravan.problem.PlacementProblem;

/** Port to whatever finds plans. Equal problems give equal outcomes. */
public interface Planner {

    PlanningOutcome plan(PlacementProblem problem);

    /**
     * The same plan for who sets it beside others and asks for no reasons: cost, latencies and certificate are all that its report need have.
     * Much sooner, because reasons and tipping points are found by scoring.
     */
    default PlanningOutcome planForComparison(PlacementProblem problem) {
        return plan(problem);
    }

    /** Begins a planning that can be told of changes while it is under way; the search itself runs in {@link OngoingPlanning#outcome}. */
    OngoingPlanning begin(PlacementProblem problem);
}
