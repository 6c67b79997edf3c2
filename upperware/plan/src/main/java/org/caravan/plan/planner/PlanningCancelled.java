package org.caravan.plan.planner;

/** Thrown if a planning was cancelled; its partial result is discarded. */
public final class PlanningCancelled extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PlanningCancelled() {
        super("the planning was cancelled");
    }
}
