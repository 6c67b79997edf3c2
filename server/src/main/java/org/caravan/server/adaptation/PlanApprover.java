package org.caravan.server.adaptation;

import java.util.Optional;

/** Port to approvals in the name of a rule. */
public interface PlanApprover {

    /**
     * Approves a plan, so that a deployment carries it out.
     *
     * @param by name of the rule
     * @return id of the deployment; empty if it begins later
     * @throws org.caravan.server.rest.ProblemException if the plan cannot be approved
     */
    Optional<Long> approveOrLater(String application, String planId, long decision, String by);

    /** The deployment that a plan began; empty if it began none, or if another plan is the target now. */
    default Optional<Long> begunBy(String application, String planId) {
        return Optional.empty();
    }
}
