package org.caravan.client;

import java.util.Optional;
import org.caravan.api.deployment.ApprovalOrder;
import org.caravan.api.deployment.BegunView;
import org.caravan.api.plan.PlanView;

/**
 * Approves plans. The server rejects a plan that needs what other applications have reserved meanwhile. Clients that approve
 * without asking a person then plan again, a limited number of times.
 */
public final class PlanApproval {

    /** Number of plans that are approved one after the other before the rejection is shown. */
    public static final int MOST = 3;

    private static final String TAKEN = "resource-taken";

    private PlanApproval() {}

    /**
     * @param takeOver whether the plan may replace an application of another user
     * @return id of the deployment
     * @throws ApiFault if the server rejects the plan
     */
    public static String approve(Api api, String application, PlanView plan, boolean takeOver) {
        ApiPath approval = ApiPath.of("applications", application, "plans", plan.id(), "approval");
        return (takeOver ? api.post(approval, new ApprovalOrder(Optional.of(true)), BegunView.class) : api.post(approval, BegunView.class))
                .value().deploymentId();
    }

    /** @param attempt number of plans that were approved, from 1 @return whether another plan can succeed */
    public static boolean repeats(ApiFault rejection, int attempt) {
        return rejection.code().equals(TAKEN) && attempt < MOST;
    }

    /** Text for users before the next plan: what was taken, and the number of the attempt. */
    public static String again(ApiFault rejection, int attempt) {
        return rejection.document().path("detail").asString("") + "\nPlanning again (" + (attempt + 1) + " of " + MOST + ").";
    }
}
