package org.caravan.execution;

import java.util.List;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;

/** Builds rejections of deployment requests. */
final class DeploymentRefusal {

    private DeploymentRefusal() {}

    static RejectedInput unknownDeployment(long runId) {
        return of("unknown-deployment", "There is no deployment " + runId + ".", "list the deployments of the application.");
    }

    static RejectedInput unknownHost(DeploymentPlan plan, InstancePlacement placed) {
        return new RejectedInput(List.of(hostUnknown(plan, placed)));
    }

    static Diagnostic hostUnknown(DeploymentPlan plan, InstancePlacement placed) {
        return Diagnostic.error("unknown-host",
                "The plan of " + plan.application() + " puts " + placed.instance() + " on " + placed.hostId()
                        + ", which is not in the infrastructure.",
                "plan again with the infrastructure as it is now.");
    }

    /** @param suggestion text after "Maybe" */
    static RejectedInput of(String code, String message, String suggestion) {
        return new RejectedInput(List.of(Diagnostic.error(code, message, suggestion)));
    }
}
