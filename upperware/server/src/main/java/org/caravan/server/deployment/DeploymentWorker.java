package org.caravan.server.deployment;

import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Header;
import org.caravan.canonical.Digest;
import org.caravan.execution.Deployment;
import org.caravan.server.broker.Handover;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.planning.Plans;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Takes approved plans from the broker and lets them be carried out. */
@Component("deploymentWorker")
public class DeploymentWorker {

    private static final Logger LOG = LoggerFactory.getLogger(DeploymentWorker.class);

    private final Deployments deployments;
    private final Deployment deployment;
    private final Plans plans;
    private final ModelTerms terms;
    private final Events events;

    DeploymentWorker(Deployments deployments, Deployment deployment, Plans plans, ModelTerms terms, Events events) {
        this.deployments = deployments;
        this.deployment = deployment;
        this.plans = plans;
        this.terms = terms;
        this.events = events;
    }

    /** Delivered twice it is refused the second time: then its run exists, and recovery goes on with it. */
    public void planApproved(
            @Body String planId, @Header(Handover.APPLICATION) String application, @Header(Handover.REQUEST) Long request) {
        try {
            long runId = Deployments.refusing(() -> 
                    deployment.start(plans.plan(application, planId), Optional.empty(), terms.of(application)));
            LOG.info("plan {} of {} approved, deployment {}", Digest.abbreviated(planId), application, runId);
            events.publish(new Event.PlanMade(application, planId, "APPROVED"));
            deployments.approvals().answer(request, runId);
        } catch (RuntimeException e) {
            if (!deployments.approvals().fail(request, e)) {
                throw e;
            }
        }
    }
}
