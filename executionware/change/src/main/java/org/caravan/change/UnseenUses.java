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
 * Who may use a copy from a host that was not seen: its routes are not known, only what plans have asked for since all was last
 * as one of them said. An instance that is wanted no more needs nothing.
 */
final class UnseenUses {

    private final Assessment assessment;
    private final List<DeploymentPlan> plans;

    /** Asks only for what the assessment knows of hosts and of the plan. */
    UnseenUses(Assessment assessment, List<DeploymentPlan> earlier) {
        this.assessment = assessment;
        this.plans = new ArrayList<>(earlier);
        this.plans.add(assessment.target);
    }

    /** In words, by the first one found; empty if nobody can. */
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
