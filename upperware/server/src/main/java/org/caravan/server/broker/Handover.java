package org.caravan.server.broker;

import java.util.Map;
import org.apache.camel.ProducerTemplate;
import org.springframework.stereotype.Component;

/** Hands the id of a record on to the step that comes next; after it the broker has it on disk. */
@Component
public class Handover {

    /** Header with the number of the waiting request, if anyone waits. */
    public static final String REQUEST = "request";

    /** Header with the name of the application a plan is of. */
    public static final String APPLICATION = "application";

    /** Header with the ids of hosts that a plan is to leave out, each coded as in a form, with commas between; empty for none. */
    public static final String WITHOUT = "without";

    /** Header with the seconds that an exact solver may take to prove a plan; 0 where it is not asked. */
    public static final String PROOF = "proof";

    private final ProducerTemplate producer;

    Handover(ProducerTemplate producer) {
        this.producer = producer;
    }

    public void modelAccepted(String application) {
        producer.sendBody(Routes.MODEL_ACCEPTED, application);
    }

    /** @param request number under which the requester waits for the plan */
    public void planRequested(String application, PlanOrder order, long request) {
        producer.sendBodyAndHeaders(Routes.PLAN_REQUESTED, application, Map.of(REQUEST, request, WITHOUT, order.codedWithout(), PROOF, order.proofSeconds()));
    }

    /** @param request number under which the approver waits for the deployment */
    public void planApproved(String application, String planId, long request) {
        producer.sendBodyAndHeaders(Routes.PLAN_APPROVED, planId, Map.of(APPLICATION, application, REQUEST, request));
    }

    /** Something else that the leader does about an application's deployments. */
    public void ordered(DeploymentOrder order, long request) {
        producer.sendBodyAndHeaders(Routes.DEPLOYMENT_ORDERED, order.text(), Map.of(REQUEST, request));
    }

    public void probesRequested(String probeRunId) {
        producer.sendBody(Routes.PROBES_REQUESTED, probeRunId);
    }

    public void probesFinished(String probeRunId) {
        producer.sendBody(Routes.PROBES_FINISHED, probeRunId);
    }
}
