package org.caravan.execution.journal;

import org.caravan.canonical.Digest;
import org.caravan.plan.DeploymentPlan;

/** The plan's parent is not, or no longer, the target. Nothing was changed. */
public final class OutdatedPlan extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public OutdatedPlan(long runId, String planId, DeploymentPlan target) {
        super("Deployment " + runId + " of " + target.application() + " executes plan " + Digest.abbreviated(planId)
                + ", but the target is plan " + Digest.abbreviated(target.digest())
                + ".\nMaybe resume the newest deployment instead.");
    }

    OutdatedPlan(DeploymentPlan plan, String targetText) {
        super("Plan " + Digest.abbreviated(plan.digest()) + " of " + plan.application() + " succeeds "
                + plan.parentId().map(parent -> "plan " + Digest.abbreviated(parent)).orElse("no plan")
                + ", but the target is " + targetText + ".\nMaybe plan again and approve the new plan.");
    }
}
