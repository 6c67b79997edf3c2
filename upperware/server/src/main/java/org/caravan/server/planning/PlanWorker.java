package org.caravan.server.planning;

import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Header;
import org.caravan.canonical.Digest;
import org.caravan.server.broker.Handover;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.network.Network;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Takes applications that wait for a plan from the broker. */
@Component("planWorker")
public class PlanWorker {

    private static final Logger LOG = LoggerFactory.getLogger(PlanWorker.class);

    private final Planning planning;
    private final PlanRequests requests;
    private final Network network;
    private final Events events;

    PlanWorker(Planning planning, PlanRequests requests, Network network, Events events) {
        this.planning = planning;
        this.requests = requests;
        this.network = network;
        this.events = events;
    }

    /** A new model is planned at once, so that its plan waits for approval; without measurements there is nothing to plan on. */
    public void modelAccepted(@Body String application) {
        if (network.measured()) {
            plan(application, Set.of());
        }
    }

    public void planRequested(@Body String application, @Header(Handover.REQUEST) Long request, @Header(Handover.WITHOUT) String without) {
        try {
            requests.answer(request, plan(application, Handover.hosts(without)));
        } catch (RuntimeException e) {
            requests.fail(request, e);
        }
    }

    private PlanView plan(String application, Set<String> without) {
        PlanView plan = planning.plan(application, without);
        LOG.info("plan {} of {}: {}{}", Digest.abbreviated(plan.id()), application, plan.outcome(),
                plan.changes() ? ", with changes" : ", without changes");
        events.publish(new Event.PlanMade(application, plan.id(), plan.outcome().name()));
        return plan;
    }
}
