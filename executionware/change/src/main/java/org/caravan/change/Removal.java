package org.caravan.change;

import java.util.List;
import java.util.Optional;
import org.caravan.plan.DeploymentPlan;

/** Builds the plan that removes an application. Reconciling it destroys every copy and removes the application's names. */
public final class Removal {

    private Removal() {}

    /** Succeeds {@code target} like any other plan, so that a plan made in the meantime is outdated. */
    public static DeploymentPlan of(DeploymentPlan target) {
        return new DeploymentPlan(
                target.application(),
                target.applicationVersion(),
                Optional.of(target.digest()),
                target.generation() + 1,
                List.of(),
                List.of(),
                List.of());
    }
}
