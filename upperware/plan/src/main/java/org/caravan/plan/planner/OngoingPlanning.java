package org.caravan.plan.planner;

import org.caravan.problem.PlacementProblem;

/** Running planning that accepts changes of its input, such as a lost host, a price or a round-trip time. */
public interface OngoingPlanning {

    /**
     * Replaces the problem by a newer one for the same application. The current result is kept as far as possible. Returns soon; can be
     * called from any thread; has no effect once the outcome is known.
     */
    void changed(PlacementProblem problem);

    /**
     * Plans in the calling thread and returns the outcome of the newest problem. Call it once only.
     *
     * @throws PlanningCancelled soon after {@link #cancel}
     */
    PlanningOutcome outcome();

    /** Cancels the planning. Returns immediately; can be called from any thread; has no effect once the outcome is known. */
    void cancel();

    /** Progress of the planning; can be called from any thread. */
    PlanningProgress progress();

    /** The newest problem; after {@link #outcome} has returned, the problem of the outcome. */
    PlacementProblem problem();
}
