package org.caravan.server.application;

import java.util.Optional;
import org.caravan.execution.RunSummary;
import org.caravan.plan.DeploymentPlan;

/** Where an application stands, made from its target, its latest run and what was seen of it; kept nowhere. */
enum ApplicationState {
    MODELLED,
    DEPLOYING,
    RUNNING,
    /** Its deployment ended well, but not all of it was seen to run since. */
    DEGRADED,
    FAILED,
    DESTROYED;

    static ApplicationState of(Optional<DeploymentPlan> target, Optional<RunSummary> latest) {
        return of(target, latest, false);
    }

    /** @param overcome whether it was seen since that all is as the target asks, whatever the latest run met */
    static ApplicationState of(Optional<DeploymentPlan> target, Optional<RunSummary> latest, boolean overcome) {
        if (target.isEmpty() || latest.isEmpty()) {
            return MODELLED;
        }
        return switch (latest.get().state()) {
            case RUNNING, UNDOING -> DEPLOYING;
            case FAILED -> overcome ? RUNNING : FAILED;
            case DONE, UNDONE -> target.get().instances().isEmpty() ? DESTROYED : RUNNING;
        };
    }
}
