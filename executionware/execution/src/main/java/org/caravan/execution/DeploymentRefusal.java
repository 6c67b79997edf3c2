package org.caravan.execution;

import java.util.List;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;

/** Builds rejections of deployment requests. */
final class DeploymentRefusal {

    private DeploymentRefusal() {}

    static RejectedInput unknownDeployment(long runId) {
        return of("unknown-deployment", "There is no deployment " + runId + ".", "list the deployments of the application.");
    }

    /** @param suggestion text after "Maybe" */
    static RejectedInput of(String code, String message, String suggestion) {
        return new RejectedInput(List.of(Diagnostic.error(code, message, suggestion)));
    }
}
