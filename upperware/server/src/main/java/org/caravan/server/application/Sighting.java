package org.caravan.server.application;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;

/**
 * What was seen of an application on its hosts.
 *
 * @param at when the look began
 * @param planId which plan it was compared with
 * @param down instances that were not seen to run, each with its state and host, for people
 */
record Sighting(String application, Instant at, String planId, List<String> down) {

    private static final int NAMED = 3;

    /** @param seen of the application alone */
    static Sighting of(DeploymentPlan plan, ObservedState seen, Instant at) {
        return new Sighting(plan.application(), at, plan.digest(), plan.instances().stream().flatMap(placed -> down(placed, state(plan, placed, seen)).stream()).toList());
    }

    private static Optional<String> down(InstancePlacement placed, String state) {
        return state.equals(ObservedCopy.State.RUNNING.name()) ? Optional.empty()
                : Optional.of(placed.instance() + " " + state.toLowerCase(Locale.ROOT) + " on " + placed.hostId());
    }

    /** RUNNING, STOPPED, MISSING; or UNKNOWN where its host was not observed. */
    static String state(DeploymentPlan plan, InstancePlacement placed, ObservedState seen) {
        return found(plan, placed, seen).map(ObservedCopy::state).map(Enum::name).orElse(seen.observed(placed.hostId()) ? "MISSING" : "UNKNOWN");
    }

    static Optional<ObservedCopy> found(DeploymentPlan plan, InstancePlacement placed, ObservedState seen) {
        return seen.copies().stream().filter(copy -> copy.id().equals(placed.copy(plan.application())) && copy.hostId().equals(placed.hostId())).findFirst();
    }

    /** Whether it tells how things stand after a deployment of a plan that has ended, not how they stood on the way. */
    boolean tellsOf(String deployedPlanId, Instant deployed) {
        return deployedPlanId.equals(planId) && at.isAfter(deployed);
    }

    /** What is wrong, for people; empty if nothing is. */
    Optional<String> wrong(DeploymentPlan plan) {
        if (down.isEmpty()) {
            return Optional.empty();
        }
        String others = down.size() > NAMED ? " and " + (down.size() - NAMED) + " more" : "";
        return Optional.of(down.size() + " of " + plan.instances().size() + " instances do not run, as far as was seen: "
                + down.stream().limit(NAMED).collect(Collectors.joining(", ")) + others + ".\nMaybe see: caravan drift " + plan.application() + ".");
    }
}
