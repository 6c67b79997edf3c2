package org.caravan.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.LinkPlacement;

/**
 * Possible uses of a copy from unobserved hosts. Routes there are unknown, so they are derived from all plans since the observed
 * state last matched a plan. Instances that the target does not contain are ignored.
 */
final class AssumedConsumers {

    private final StateDiff assessment;
    private final List<DeploymentPlan> plans;

    /** Reads only host observations and the plan from the assessment. */
    AssumedConsumers(StateDiff assessment, List<DeploymentPlan> earlier) {
        this.assessment = assessment;
        this.plans = new ArrayList<>(earlier);
        this.plans.add(assessment.target);
    }

    /** Names the first possible user; empty if there is none. */
    Optional<String> of(ObservedCopy copy) {
        if (assessment.observed().unobserved().isEmpty()) {
            return Optional.empty();
        }
        InstanceId instance = copy.id().instance();
        Stream<InstancePlacement> successorsUsers = assessment.find(instance).stream()
                .flatMap(placed -> assessment.wiring.consumers(instance).stream()).map(assessment::placement);
        Stream<InstancePlacement> users = plans.stream().flatMap(plan -> plan.links().stream()
                .filter(link -> pointsTo(link, copy) && assessment.find(link.from()).isPresent())
                .flatMap(link -> plan.instance(link.from()).stream()));
        return Stream.concat(successorsUsers, users)
                .filter(user -> !assessment.observed(user.hostId()))
                .map(user -> user.instance() + " on " + user.hostId() + ", which was not observed, may still use it")
                .findFirst();
    }

    private static boolean pointsTo(LinkPlacement link, ObservedCopy copy) {
        return link.to().equals(copy.id().instance()) && copy.addresses().contains(link.targetAddress());
    }
}
