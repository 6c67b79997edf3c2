package org.caravan.server.adaptation;

import java.util.Optional;
import org.caravan.server.audit.AuditLog;
import org.caravan.server.audit.AuditRequest;
import org.caravan.server.deployment.Approvals;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Approves plans in the name of a rule. The audit log contains these approvals, as it contains those of people. */
@Component
public class AutomaticApproval implements PlanApprover {

    private final Approvals approvals;
    private final AuditLog audit;

    AutomaticApproval(Approvals approvals, AuditLog audit) {
        this.approvals = approvals;
        this.audit = audit;
    }

    /**
     * @param by name of the rule
     * @return id of the deployment
     * @throws org.caravan.server.rest.ProblemException if the plan cannot be approved
     */
    public long approve(String application, String planId, long decision, String by) {
        AuditRequest request = request("POST /api/v1/applications/" + application + "/plans/" + planId + "/approval", decision, by);
        long asked = audit.asked(request);
        long deployment = approvals.approveByRule(application, planId, decision, by);
        audit.answered(asked, request, HttpStatus.ACCEPTED.value());
        return deployment;
    }

    /** As {@link #approve}; empty if the broker has the approval and the deployment has not begun yet. It begins later. */
    @Override
    public Optional<Long> approveOrLater(String application, String planId, long decision, String by) {
        try {
            return Optional.of(approve(application, planId, decision, by));
        } catch (ProblemException late) {
            if (late.code().equals("deployment-delayed")) {
                return Optional.empty();
            }
            throw late;
        }
    }

    @Override
    public Optional<Long> begunBy(String application, String planId) {
        return approvals.begunBy(application, planId);
    }

    void resume(String application, long deploymentId, long decision, String by) {
        AuditRequest request = request("POST /api/v1/applications/" + application + "/deployments/" + deploymentId + "/resumption",
                decision, by);
        long asked = audit.asked(request);
        approvals.resume(application, deploymentId);
        audit.answered(asked, request, HttpStatus.ACCEPTED.value());
    }

    private static AuditRequest request(String line, long decision, String by) {
        return new AuditRequest("server", by, "server", "", line + ": decision " + decision, "");
    }
}
