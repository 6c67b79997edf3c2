package org.caravan.server.application;

import java.util.Optional;
import org.caravan.execution.journal.RunSummary;
import org.caravan.plan.DeploymentPlan;

/** State of an application, derived from its target, its latest run and the last observation; not stored. */
enum ApplicationState {
    MODELLED,
    DEPLOYING,
    RUNNING,
    /** The latest deployment succeeded, but not all instances were seen running since. */
    DEGRADED,
    FAILED,
    DESTROYED;

    static ApplicationState of(Optional<DeploymentPlan> target, Optional<RunSummary> latest) {
        return of(target, latest, false);
    }

    /** @param overcome whether a later observation matches the target, whatever the result of the latest run */
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
