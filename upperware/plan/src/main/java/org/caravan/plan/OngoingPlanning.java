package org.caravan.plan;

import org.caravan.problem.PlacementProblem;

/** A planning under way that hears of what changes meanwhile: a host that is lost, a price, a round-trip time. */
public interface OngoingPlanning {

    /**
     * Says what the same application is to be planned on from now on. What was found so far is kept where it still can be. Returns
     * soon; may be called by any thread, but changes nothing once the outcome is known.
     */
    void changed(PlacementProblem problem);

    /**
     * Plans in the calling thread, and returns what is the outcome of the newest problem it was told of. To be called once.
     *
     * @throws PlanningCancelled soon after {@link #cancel}
     */
    PlanningOutcome outcome();

    /** Ends it without an outcome. Returns at once; may be called by any thread, and changes nothing once the outcome is known. */
    void cancel();

    /** How far it is; may be asked by any thread. */
    PlanningProgress progress();

    /** The newest problem it was told of; once {@link #outcome} has returned, the one that it is of. */
    PlacementProblem problem();
}
