package org.caravan.server.deployment;

import org.caravan.execution.DeploymentService;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.planning.StepPreview;
import org.springframework.stereotype.Component;

/** Previews steps against the hosts as they are. Apart from {@link RunTargets}, which the infrastructure asks and deployment needs. */
@Component
class ObservedSteps implements StepPreview {

    private final DeploymentService deployment;

    ObservedSteps(DeploymentService deployment) {
        this.deployment = deployment;
    }

    @Override
    public String textOf(DeploymentPlan plan) {
        return deployment.preview(plan).canonicalText();
    }
}
