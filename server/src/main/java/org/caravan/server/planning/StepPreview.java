package org.caravan.server.planning;

import org.caravan.plan.DeploymentPlan;

/** Computes the execution steps of a plan against the current state. */
public interface StepPreview {

    /** One step per line, each with its cause; empty if nothing would be done. */
    String textOf(DeploymentPlan plan);
}
