package org.caravan.server.application;

import java.util.Optional;
import org.caravan.execution.RunSummary;
import org.caravan.plan.DeploymentPlan;

/** Where an application stands, made from its target and its latest run; kept nowhere. */
enum ApplicationState {
    MODELLED,
    DEPLOYING,
    RUNNING,
    FAILED,
    DESTROYED;

    static ApplicationState of(Optional<DeploymentPlan> target, Optional<RunSummary> latest) {
        if (target.isEmpty() || latest.isEmpty()) {
            return MODELLED;
        }
        return switch (latest.get().state()) {
            case RUNNING, UNDOING -> DEPLOYING;
            case FAILED -> FAILED;
            case DONE, UNDONE -> target.get().instances().isEmpty() ? DESTROYED : RUNNING;
        };
    }
}
