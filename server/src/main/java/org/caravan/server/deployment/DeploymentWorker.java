package org.caravan.server.deployment;

import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.camel.Body;
import org.apache.camel.Header;
import org.caravan.canonical.Digest;
import org.caravan.execution.DeploymentService;
import org.caravan.execution.journal.StoreFault;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.broker.DeploymentOrder;
import org.caravan.server.broker.MessagePublisher;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.node.LastSeen;
import org.caravan.server.planning.Plans;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;

/** Consumes approved plans and orders from the broker, and starts their execution. */
@Component("deploymentWorker")
public class DeploymentWorker {

    private static final Logger LOG = LoggerFactory.getLogger(DeploymentWorker.class);

    private final Deployments deployments;
    private final DeploymentService deployment;
    private final Plans plans;
    private final ModelTerms terms;
    private final ApplicationRemoval removal;
    private final Events events;
    private final Infrastructures infrastructures;
    private final LastSeen seen;
    private final ActionStore actions;
    /** Approvals and orders arrive by two routes; the lock prevents a start during a removal. */
    private final Lock beginning = new ReentrantLock();

    DeploymentWorker(Deployments deployments, DeploymentService deployment, Plans plans, ModelTerms terms, ApplicationRemoval removal,
            Events events, Infrastructures infrastructures, LastSeen seen, ActionStore actions) {
        this.actions = actions;
        this.infrastructures = infrastructures;
        this.seen = seen;
        this.removal = removal;
        this.deployments = deployments;
        this.deployment = deployment;
        this.plans = plans;
        this.terms = terms;
        this.events = events;
    }

    /**
     * If the message is redelivered because its first consumer died, the run may already exist. Then it is not started again; recovery
     * continues it.
     *
     * @param decision number of the decision that approved the plan; 0 if a person did, null in messages of earlier versions
     */
    public void planApproved(@Body String planId, @Header(MessagePublisher.APPLICATION) String application,
            @Header(MessagePublisher.REQUEST) Long request,
            @Header(MessagePublisher.DECISION) Long decision,
            @Header("JMSRedelivered") Boolean again) {
        answering(request, () -> {
            Optional<Long> begun = Boolean.TRUE.equals(again) ? deployments.begunBy(application, planId) : Optional.empty();
            begun.ifPresent(run -> plans.approved(application, planId));
            return begun.orElseGet(() -> alone(() -> begin(application, planId, decision == null ? 0 : decision)));
        });
    }

    /**
     * An approval can wait with the broker for longer than its reason: a plan of a rule then begins no more. After the claim, the decision
     * does not lapse, so no deployment begins whose decision is recorded as not carried out.
     */
    private long begin(String application, String planId, long decision) {
        DeploymentPlan plan = plans.approvable(application, planId);
        if (decision > 0 && !actions.claim(decision)) {
            throw ProblemException.conflict("outdated-plan", "Decision (" + decision + ") to approve plan (" + Digest.abbreviated(planId)
                    + ") has lapsed, or its approval was refused.", "plan again: caravan plan " + application + ".");
        }
        long runId = deployment.start(plan, Optional.empty(), terms.of(application));
        plans.approved(application, planId);
        LOG.info("plan {} of {} approved, deployment {}", Digest.abbreviated(planId), application, runId);
        events.publish(new Event.PlanMade(application, planId, "APPROVED"));
        return runId;
    }

    /** Executes all orders other than approvals. */
    public void ordered(@Body String text, @Header(MessagePublisher.REQUEST) Long request) {
        DeploymentOrder order = DeploymentOrder.of(text);
        answering(request, () -> switch (order.kind()) {
            case DESTROY -> deployment.destroy(order.application());
            case REPAIR -> deployment.repair(order.application(), terms.of(order.application()), order.acceptDataLoss());
            case RESUME -> {
                seen.contactAll();
                deployment.resume(order.deploymentId());
                yield order.deploymentId();
            }
            case CANCEL -> {
                deployment.cancel(order.deploymentId(), order.by());
                yield order.deploymentId();
            }
            case REMOVE -> alone(() -> {
                removal.remove(order.application(), order.modelRevision());
                return order.deploymentId();
            });
        });
    }

    private long alone(Supplier<Long> work) {
        beginning.lock();
        try {
            return work.get();
        } finally {
            beginning.unlock();
        }
    }

    /**
     * If the database is unavailable, or this server is no longer leader, the order stays with the broker for another attempt or another
     * server.
     */
    private void answering(Long request, Supplier<Long> work) {
        try {
            // The plan may use hosts of an infrastructure that another server accepted a moment ago.
            infrastructures.look();
            deployments.answer(request, Deployments.refusing(work));
        } catch (StoreFault | DataAccessResourceFailureException kept) {
            throw kept;
        } catch (RuntimeException e) {
            deployments.fail(request, e);
        }
    }
}
