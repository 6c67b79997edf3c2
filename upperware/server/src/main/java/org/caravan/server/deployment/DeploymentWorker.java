package org.caravan.server.deployment;

import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.camel.Body;
import org.apache.camel.Header;
import org.caravan.canonical.Digest;
import org.caravan.execution.Deployment;
import org.caravan.execution.StoreFault;
import org.caravan.server.broker.DeploymentOrder;
import org.caravan.server.broker.Handover;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.planning.Plans;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;

/** Takes approved plans from the broker and lets them be carried out. */
@Component("deploymentWorker")
public class DeploymentWorker {

    private static final Logger LOG = LoggerFactory.getLogger(DeploymentWorker.class);

    private final Deployments deployments;
    private final Deployment deployment;
    private final Plans plans;
    private final ModelTerms terms;
    private final ApplicationRemoval removal;
    private final Events events;
    private final Infrastructures infrastructures;
    /** Approvals and orders come by two routes: none begins what is being removed. */
    private final Lock beginning = new ReentrantLock();

    DeploymentWorker(Deployments deployments, Deployment deployment, Plans plans, ModelTerms terms, ApplicationRemoval removal, Events events,
            Infrastructures infrastructures) {
        this.infrastructures = infrastructures;
        this.removal = removal;
        this.deployments = deployments;
        this.deployment = deployment;
        this.plans = plans;
        this.terms = terms;
        this.events = events;
    }

    /** Delivered twice, because who took it first ended meanwhile, it has begun already: then its run exists, and recovery goes on with it. */
    public void planApproved(@Body String planId, @Header(Handover.APPLICATION) String application, @Header(Handover.REQUEST) Long request,
            @Header("JMSRedelivered") Boolean again) {
        answering(request, () -> {
            Optional<Long> begun = Boolean.TRUE.equals(again) ? deployments.begunBy(application, planId) : Optional.empty();
            return begun.orElseGet(() -> alone(() -> begin(application, planId)));
        });
    }

    private long begin(String application, String planId) {
        long runId = deployment.start(plans.approvable(application, planId), Optional.empty(), terms.of(application));
        plans.approved(application, planId);
        LOG.info("plan {} of {} approved, deployment {}", Digest.abbreviated(planId), application, runId);
        events.publish(new Event.PlanMade(application, planId, "APPROVED"));
        return runId;
    }

    /** What is no approval. */
    public void ordered(@Body String text, @Header(Handover.REQUEST) Long request) {
        DeploymentOrder order = DeploymentOrder.of(text);
        answering(request, () -> switch (order.kind()) {
            case DESTROY -> deployment.destroy(order.application());
            case REPAIR -> deployment.repair(order.application(), terms.of(order.application()), order.acceptDataLoss());
            case RESUME -> {
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

    /** An order that meets a database that is away, or a server that leads no more, stays with the broker for another try or another server. */
    private void answering(Long request, Supplier<Long> work) {
        try {
            // The plan may name hosts that another server accepted a moment ago.
            infrastructures.look();
            deployments.answer(request, Deployments.refusing(work));
        } catch (StoreFault | DataAccessResourceFailureException kept) {
            throw kept;
        } catch (RuntimeException e) {
            deployments.fail(request, e);
        }
    }
}
