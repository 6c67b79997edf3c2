package org.caravan.server.planning;

import java.util.List;
import org.apache.camel.Body;
import org.apache.camel.Header;
import org.caravan.adapter.AdapterFault;
import org.caravan.api.plan.PlanView;
import org.caravan.canonical.Digest;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.journal.StoreFault;
import org.caravan.plan.planner.PlanningCancelled;
import org.caravan.server.broker.MessagePublisher;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.network.Network;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;

/** Consumes plan requests from the broker. */
@Component("planningConsumer")
public class PlanningConsumer {

    private static final Logger LOG = LoggerFactory.getLogger(PlanningConsumer.class);

    private final PlanningService planning;
    private final PlanningRegistry plannings;
    private final PlanningQueue requests;
    private final Network network;
    private final Events events;
    private final Decisions decisions;
    private final ObservedPlanning observed;

    PlanningConsumer(PlanningService planning, PlanningRegistry plannings, PlanningQueue requests, Network network, Events events,
            Decisions decisions, ObservedPlanning observed) {
        this.planning = planning;
        this.plannings = plannings;
        this.requests = requests;
        this.network = network;
        this.events = events;
        this.decisions = decisions;
        this.observed = observed;
    }

    /**
     * Plans a new model immediately, so that its plan waits for approval. Without measurements planning is not possible. If the database is
     * unavailable, the message stays with the broker for another attempt.
     *
     * @param request id of the planning; null if the network was not measured when the model was accepted
     */
    public void modelAccepted(@Body String application, @Header(MessagePublisher.REQUEST) Long request) {
        if (request == null && !network.measured()) {
            return;
        }
        try {
            PlanView plan = plan(request == null ? plannings.askedByServer(application) : request, application, PlanOrder.PLAIN);
            note(plan);
            requests.answer(request, plan);
        } catch (StoreFault | DataAccessResourceFailureException kept) {
            throw kept;
        } catch (RuntimeException e) {
            requests.fail(request, e instanceof PlanningCancelled ? cancelled(application) : e);
        }
    }

    public void planRequested(@Body String application, @Header(MessagePublisher.REQUEST) Long request,
            @Header(MessagePublisher.WITHOUT) String without,
            @Header(MessagePublisher.PROOF) Integer proof, @Header(MessagePublisher.PINNED) Boolean pinned,
            @Header(MessagePublisher.REPLICAS) String replicas, @Header(MessagePublisher.BANDWIDTH) String bandwidth,
            @Header(MessagePublisher.RENEWED) String renewed, @Header(MessagePublisher.LEFT) String left) {
        try {
            requests.answer(request, plan(request, application, PlanOrder.of(without, proof, pinned, replicas, bandwidth)
                    .with(renewed, left)));
        } catch (RuntimeException e) {
            // The planning record keeps the cause of the failure, whether or not a requester waits.
            requests.fail(request, e instanceof PlanningCancelled ? cancelled(application) : e);
        }
    }

    private void note(PlanView plan) {
        DecisionRecord decided = DecisionRecord.of(BuiltInRule.MODEL_PLANNED, "A new model was submitted, and the network is measured.",
                switch (plan.outcome()) {
            case NO_PLACEMENT -> "Nothing can be placed: " + plan.reasons().stream().findFirst().orElse("no reason is known") + ".";
            case PLANNED -> "Plan " + Digest.abbreviated(plan.id()) + (plan.rejection().isPresent() ? " was rejected before."
                    : plan.changes() ? " waits for approval." : " changes nothing.");
        }).by(plan.application()).about(List.of(plan.id()));
        decisions.note(plan.diff().map(diff -> decided.with("instances that change", diff.instances().size())
                .with("cost", diff.costCentsPerMonthAfter() / 100.0, "EUR/month")).orElse(decided));
    }

    private static ProblemException cancelled(String application) {
        return ProblemException.conflict("planning-cancelled", "The planning of application (" + application + ") was cancelled.",
                "plan again.");
    }

    private PlanView plan(long number, String application, PlanOrder order) {
        try (MDC.MDCCloseable mark = MDC.putCloseable("planning", Long.toString(number)); MDC.MDCCloseable of =
                MDC.putCloseable("application", application)) {
            return observed.of(() -> told(number, application, order));
        }
    }

    private PlanView told(long number, String application, PlanOrder order) {
        PlanView plan = watched(number, application, order);
        LOG.info("plan {} of {}: {}{}", Digest.abbreviated(plan.id()), application, plan.outcome(),
                plan.changes() ? ", with changes" : ", without changes");
        events.publish(new Event.PlanMade(application, plan.id(), plan.outcome().name()));
        return plan;
    }

    private PlanView watched(long number, String application, PlanOrder order) {
        try {
            plannings.begins(number);
            PlanView plan = planning.plan(number, application, order);
            plannings.made(number, plan.id());
            return plan;
        } catch (RuntimeException e) {
            plannings.failed(number, e);
            if (e instanceof PlanningCancelled || e instanceof ProblemException || e instanceof AdapterFault
                    || e instanceof RejectedInput) {
                LOG.info("the planning of {} ended without a plan: {}", application, e.getMessage());
            } else {
                LOG.error("the planning of {} failed unexpectedly", application, e);
            }
            throw e;
        }
    }
}
