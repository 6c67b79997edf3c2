package org.caravan.server.broker;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

    private final ProducerTemplate producer;

    Handover(ProducerTemplate producer) {
        this.producer = producer;
    }

    public void modelAccepted(String application) {
        producer.sendBody(Routes.MODEL_ACCEPTED, application);
    }

    /** @param request number under which the requester waits for the plan */
    public void planRequested(String application, Set<String> without, long request) {
        producer.sendBodyAndHeaders(Routes.PLAN_REQUESTED, application, Map.of(REQUEST, request, WITHOUT, coded(without)));
    }

    /** Whoever asks may name anything, as with a comma in it; an id that exists stays as it is. */
    static String coded(Set<String> hosts) {
        return hosts.stream().map(host -> URLEncoder.encode(host, StandardCharsets.UTF_8)).collect(Collectors.joining(","));
    }

    /** What {@link #WITHOUT} says. */
    public static Set<String> hosts(String without) {
        return without == null || without.isEmpty() ? Set.of()
                : Arrays.stream(without.split(",")).map(host -> URLDecoder.decode(host, StandardCharsets.UTF_8)).collect(Collectors.toUnmodifiableSet());
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
