package org.caravan.execution;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.caravan.plan.DeploymentPlan;

/**
 * Plans of the journal that were read lately: a plan's id is the digest of what it says, so that it never changes under its id. Bounded by
 * the instances of all of them, for plans differ in size by a thousand. Safe for use by several threads.
 */
final class KnownPlans {

    private final int most;
    private final Map<String, DeploymentPlan> plans = new LinkedHashMap<>(16, 0.75f, true);
    private int held;

    /** @param most weight of all that are kept; each weighs as much as it has instances, and one more */
    KnownPlans(int most) {
        this.most = most;
    }

    synchronized Optional<DeploymentPlan> find(String planId) {
        return Optional.ofNullable(plans.get(planId));
    }

    /** One that is heavier than all may be together is not kept. */
    synchronized DeploymentPlan keep(String planId, DeploymentPlan plan) {
        if (weight(plan) <= most && plans.putIfAbsent(planId, plan) == null) {
            held += weight(plan);
            var eldest = plans.entrySet().iterator();
            while (held > most) {
                held -= weight(eldest.next().getValue());
                eldest.remove();
            }
        }
        return plan;
    }

    /** What is in force is asked for all the time; what its application has left behind is not, and would only wait for its turn to go. */
    synchronized void supersede(String planId, DeploymentPlan inForce) {
        plans.entrySet().removeIf(each -> {
            boolean left = each.getValue().application().equals(inForce.application()) && !each.getKey().equals(planId);
            held -= left ? weight(each.getValue()) : 0;
            return left;
        });
    }

    private static int weight(DeploymentPlan plan) {
        return plan.instances().size() + 1;
    }
}
