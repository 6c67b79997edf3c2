package org.caravan.server.broker;

import java.util.Map;
import org.apache.activemq.transport.RequestTimedOutIOException;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.caravan.server.rest.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Hands the id of a record on to the step that comes next; after it the broker has it on disk. Where the broker does not take it within its time limit, nothing was begun
 * and that is said (503 broker-away). Where the broker took it and did not say so in time, the caller that waits for the answer finds out.
 */
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

    private static final Logger LOG = LoggerFactory.getLogger(Handover.class);
    private static final int MOST_CAUSES = 20;

    private final ProducerTemplate producer;

    Handover(ProducerTemplate producer) {
        this.producer = producer;
    }

    /** @throws Refusal with code broker-away, also where the broker may have it */
    public void modelAccepted(String application) {
        send(Routes.MODEL_ACCEPTED, application, Map.of());
    }

    /**
     * @param request number under which the requester waits for the plan
     * @throws Refusal with code broker-away if the broker does not have it
     */
    public void planRequested(String application, PlanOrder order, long request) {
        ask(Routes.PLAN_REQUESTED, application, Map.of(REQUEST, request, WITHOUT, order.codedWithout(), PROOF, order.proofSeconds()));
    }

    /**
     * @param request number under which the approver waits for the deployment
     * @throws Refusal with code broker-away if the broker does not have it
     */
    public void planApproved(String application, String planId, long request) {
        ask(Routes.PLAN_APPROVED, planId, Map.of(APPLICATION, application, REQUEST, request));
    }

    /**
     * Something else that the leader does about an application's deployments.
     *
     * @throws Refusal with code broker-away if the broker does not have it
     */
    public void ordered(DeploymentOrder order, long request) {
        ask(Routes.DEPLOYMENT_ORDERED, order.text(), Map.of(REQUEST, request));
    }

    /** @throws Refusal with code broker-away, also where the broker may have it */
    public void probesRequested(String probeRunId) {
        send(Routes.PROBES_REQUESTED, probeRunId, Map.of());
    }

    /** @throws Refusal with code broker-away, also where the broker may have it */
    public void probesFinished(String probeRunId) {
        send(Routes.PROBES_FINISHED, probeRunId, Map.of());
    }

    /** Somebody waits for what becomes of it, which tells whether the broker had it. */
    private void ask(String queue, String body, Map<String, Object> headers) {
        try {
            producer.sendBodyAndHeaders(queue, body, headers);
        } catch (CamelExecutionException fault) {
            if (!unconfirmed(fault)) {
                throw away(queue, fault);
            }
            LOG.warn("the broker has not confirmed in time that it has what was sent to {}: {}", queue, cause(fault));
        }
    }

    private void send(String queue, String body, Map<String, Object> headers) {
        try {
            producer.sendBodyAndHeaders(queue, body, headers);
        } catch (CamelExecutionException fault) {
            throw away(queue, fault);
        }
    }

    /** The request went out, and its answer did not come. Where there is no connection the transport says so by another exception. */
    private static boolean unconfirmed(Throwable fault) {
        Throwable each = fault;
        for (int depth = 0; each != null && depth < MOST_CAUSES; depth++, each = each.getCause()) {
            if (each instanceof RequestTimedOutIOException) {
                return true;
            }
        }
        return false;
    }

    private static Refusal away(String queue, CamelExecutionException fault) {
        LOG.warn("the broker does not take what is sent to {}: {}", queue, cause(fault));
        return new Refusal(HttpStatus.SERVICE_UNAVAILABLE, "broker-away", "The message broker of the server does not answer, or has no room.", "ask again in a few seconds.");
    }

    private static String cause(Throwable fault) {
        Throwable last = fault;
        for (int depth = 0; last.getCause() != null && depth < MOST_CAUSES; depth++) {
            last = last.getCause();
        }
        return String.valueOf(last.getMessage()).lines().findFirst().orElse("");
    }
}
