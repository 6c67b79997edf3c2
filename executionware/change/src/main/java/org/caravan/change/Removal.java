package org.caravan.change;

import java.util.List;
import java.util.Optional;
import org.caravan.plan.DeploymentPlan;

/** The plan that leaves nothing of an application: reconciled, every copy goes and its names cease to exist. */
public final class Removal {

    private Removal() {}

    /** Succeeds {@code target} as any other plan would, so that a plan made meanwhile is outdated. */
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
