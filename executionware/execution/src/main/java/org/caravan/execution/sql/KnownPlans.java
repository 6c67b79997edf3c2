package org.caravan.execution.sql;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.caravan.plan.DeploymentPlan;

/**
 * Cache of recently read plans. A plan never changes under its id, because the id is the digest of its content. The cache is
 * limited by the total number of instances, because plan sizes differ by a factor of a thousand. Thread-safe.
 */
final class KnownPlans {

    private final int most;
    private final Map<String, DeploymentPlan> plans = new LinkedHashMap<>(16, 0.75f, true);
    private int held;

    /** @param most maximum total weight; the weight of a plan is its number of instances plus one */
    KnownPlans(int most) {
        this.most = most;
    }

    synchronized Optional<DeploymentPlan> find(String planId) {
        return Optional.ofNullable(plans.get(planId));
    }

    /** Plans above the total limit are not cached. */
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

    /** Removes other plans of the application. Only the plan in force is read often; older ones would only wait for eviction. */
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
