package org.caravan.server.deployment;

import java.util.Optional;
import java.util.Set;
import org.caravan.canonical.Digest;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.broker.DeploymentOrder;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.image.ImageOwners;
import org.caravan.server.node.DrainedHosts;
import org.caravan.server.planning.PlanNeeds;
import org.caravan.server.planning.Plans;
import org.caravan.server.rest.ProblemException;
import org.springframework.stereotype.Component;

/** Checks an approval and hands it over. The same for the approval of a person and for a decision of the server. */
@Component
public class Approvals {

    private final Deployments deployments;
    private final Plans plans;
    private final DrainedHosts drained;
    private final ImageOwners images;
    private final PlanNeeds needs;
    private final ActionStore actions;

    Approvals(Deployments deployments, Plans plans, DrainedHosts drained, ImageOwners images, PlanNeeds needs, ActionStore actions) {
        this.deployments = deployments;
        this.plans = plans;
        this.drained = drained;
        this.images = images;
        this.needs = needs;
        this.actions = actions;
    }

    /**
     * @param id digest of a plan, or {@code latest}
     * @param takeOver whether the plan may replace an application of another user
     * @param by name of who approves, for the decision that proposed the plan
     * @return id of the deployment
     * @throws ProblemException if the plan cannot be approved
     */
    public long approve(String application, String id, boolean takeOver, String by) {
        return approve(application, id, takeOver, by, 0);
    }

    /**
     * As {@link #approve}, by a rule: a model that no person approved stays unapproved, and nothing begins if the decision has lapsed
     * when the broker delivers the approval.
     *
     * @param decision number of the rule's decision
     */
    public long approveByRule(String application, String id, long decision, String by) {
        return approve(application, id, false, by, decision);
    }

    private long approve(String application, String id, boolean takeOver, String by, long decision) {
        DeploymentPlan plan = plans.approvable(application, id);
        refuseDrained(plan);
        plans.refuseTakeOver(application, plan, takeOver);
        images.refuseForeign(plan);
        needs.refuseMissing(plan);
        if (decision > 0) {
            plans.approvedByRule(application, plan.digest());
        }
        long deployment = deployments.approve(application, plan.digest(), decision);
        actions.approved(application, plan.digest(), by);
        return deployment;
    }

    /** Orders the leader to complete a held deployment. @throws ProblemException if it cannot be resumed */
    public void resume(String application, long deploymentId) {
        deployments.order(DeploymentOrder.resume(application, deploymentId));
    }

    /** The deployment that made the plan the target; empty if the plan is not the target. */
    public Optional<Long> begunBy(String application, String planId) {
        return deployments.begunBy(application, planId);
    }

    /** Rejects a plan that uses a drained host: it was made before the drain, or it is a rollback to such a plan. */
    private void refuseDrained(DeploymentPlan plan) {
        Set<String> out = drained.all();
        plan.instances().stream().filter(placed -> out.contains(placed.hostId())).findFirst().ifPresent(placed -> {
            throw ProblemException.conflict("host-drained", "Plan (" + Digest.abbreviated(plan.digest()) + ") has " + placed.instance()
                    + " on "
                    + placed.hostId() + ", which is drained.", "plan again, or end that: caravan node drain " + placed.hostId()
                            + " --undo.");
        });
    }
}
