package org.caravan.server.broker;

import java.util.Map;
import org.apache.activemq.transport.RequestTimedOutIOException;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.util.ObjectHelper;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Sends the id of a record to the queue of the next step; on return the broker has it on disk. If the broker does not accept it in time,
 * nothing has started and the caller gets an error (503 broker-away). If the broker accepted it without confirming in time, the caller
 * learns the result from the reply.
 */
@Component
public class MessagePublisher {

    /** Header with the number of the waiting request; absent if no client waits. */
    public static final String REQUEST = "request";

    /** Header with the application of a plan. */
    public static final String APPLICATION = "application";

    /** Header with the number of the decision that approved a plan; 0 if a person did. */
    public static final String DECISION = "decision";

    /** Header with the ids of hosts to exclude from a plan, URL-encoded and separated by commas; empty for none. */
    public static final String WITHOUT = "without";

    /** Header with the time limit of the exact solver for a proof, in s; 0: no proof. */
    public static final String PROOF = "proof";

    /** Header that says whether instances that can stay on their hosts stay there. */
    public static final String PINNED = "pinned";

    /** Header with numbers of replicas that the plan must have, {@code frontend=3}; empty for none. */
    public static final String REPLICAS = "replicas";

    /** Header with the bandwidth that copies must have, {@code web:1=20000000/-/3}; empty for none. */
    public static final String BANDWIDTH = "bandwidth";
    public static final String RENEWED = "renewed";
    public static final String LEFT = "left";

    private static final Logger LOG = LoggerFactory.getLogger(MessagePublisher.class);

    private final ProducerTemplate producer;

    MessagePublisher(ProducerTemplate producer) {
        this.producer = producer;
    }

    /** @throws ProblemException with code broker-away, even if the broker may have the message */
    public void modelAccepted(String application) {
        send(Routes.MODEL_ACCEPTED, application);
    }

    /**
     * @param request id of the planning that the model begins
     * @throws ProblemException with code broker-away if the broker does not have the message
     */
    public void modelAccepted(String application, long request) {
        ask(Routes.MODEL_ACCEPTED, application, Map.of(REQUEST, request));
    }

    /**
     * @param request number under which the requester waits for the plan
     * @throws ProblemException with code broker-away if the broker does not have the message
     */
    public void planRequested(String application, PlanOrder order, long request) {
        ask(Routes.PLAN_REQUESTED, application, Map.of(REQUEST, request, WITHOUT, order.codedWithout(), PROOF, order.proofSeconds(),
                PINNED, order.pinned(), REPLICAS, order.codedReplicas(), BANDWIDTH, order.codedBandwidth(),
                RENEWED, order.codedRenewed(), LEFT, order.codedLeft()));
    }

    /**
     * @param request number under which the approver waits for the deployment
     * @param decision number of the decision that approved the plan; 0 if a person did
     * @throws ProblemException with code broker-away if the broker does not have the message
     */
    public void planApproved(String application, String planId, long request, long decision) {
        ask(Routes.PLAN_APPROVED, planId, Map.of(APPLICATION, application, REQUEST, request, DECISION, decision));
    }

    /**
     * Sends an order about an application's deployments to the leader.
     *
     * @throws ProblemException with code broker-away if the broker does not have the message
     */
    public void ordered(DeploymentOrder order, long request) {
        ask(Routes.DEPLOYMENT_ORDERED, order.text(), Map.of(REQUEST, request));
    }

    /** @throws ProblemException with code broker-away, even if the broker may have the message */
    public void probesRequested(String probeRunId) {
        send(Routes.PROBES_REQUESTED, probeRunId);
    }

    /** @throws ProblemException with code broker-away, even if the broker may have the message */
    public void probesFinished(String probeRunId) {
        send(Routes.PROBES_FINISHED, probeRunId);
    }

    /** Somebody waits for the result, which shows whether the broker has the message. */
    private void ask(String queue, String body, Map<String, Object> headers) {
        send(queue, body, headers, true);
    }

    private void send(String queue, String body) {
        send(queue, body, Map.of(), false);
    }

    private void send(String queue, String body, Map<String, Object> headers, boolean resultAwaited) {
        try {
            producer.sendBodyAndHeaders(queue, body, headers);
        } catch (CamelExecutionException fault) {
            String cause = String.valueOf(NestedExceptionUtils.getMostSpecificCause(fault).getMessage()).lines().findFirst().orElse("");
            // The request went out, and its answer did not come. If there is no connection, the transport throws another exception.
            if (resultAwaited && ObjectHelper.getException(RequestTimedOutIOException.class, fault) != null) {
                LOG.warn("the broker has not confirmed a message to {} in time: {}", queue, cause);
                return;
            }
            LOG.warn("the broker does not accept messages to {}: {}", queue, cause);
            throw new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, "broker-away",
                    "The message broker of the server does not answer, or its disk space is exhausted.", "retry in a few seconds.");
        }
    }
}
