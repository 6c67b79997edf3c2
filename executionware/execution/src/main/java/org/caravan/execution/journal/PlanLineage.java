package org.caravan.execution.journal;

import java.util.Optional;
import org.caravan.canonical.CanonicalText;
import org.caravan.canonical.Digest;
import org.caravan.plan.DeploymentPlan;

/** Succession rule for plans: of two concurrent plans, only one can be executed. */
public final class PlanLineage {

    private PlanLineage() {}

    /** @throws OutdatedPlan if the plan does not succeed the target */
    public static void check(DeploymentPlan plan, Optional<DeploymentPlan> target) {
        boolean child = plan.parentId().equals(target.map(CanonicalText::digest));
        boolean newer = target.map(current -> plan.generation() > current.generation()).orElse(true);
        if (!child || !newer) {
            throw outdated(plan, target);
        }
    }

    static OutdatedPlan outdated(DeploymentPlan plan, Optional<DeploymentPlan> target) {
        return new OutdatedPlan(plan, target
                .map(current -> "plan " + Digest.abbreviated(current.digest()) + ", generation " + current.generation())
                .orElse("no plan yet"));
    }
}
