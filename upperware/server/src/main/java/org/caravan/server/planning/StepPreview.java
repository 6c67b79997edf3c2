package org.caravan.server.planning;

import org.caravan.plan.DeploymentPlan;

/** Tells which steps a plan would take if it were carried out now. */
public interface StepPreview {

    /** One step per line, each with its cause; empty where nothing would be done. */
    String textOf(DeploymentPlan plan);
}
