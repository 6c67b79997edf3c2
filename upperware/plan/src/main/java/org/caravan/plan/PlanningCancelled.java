package org.caravan.plan;

/** A planning was cancelled: what it had found so far is nobody's plan. */
public final class PlanningCancelled extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PlanningCancelled() {
        super("the planning was cancelled");
    }
}
