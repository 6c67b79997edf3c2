package org.caravan.server.application;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.CopyRestarts;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.change.PlannedRoutes;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;

/**
 * Last observed health of an application on its hosts.
 *
 * @param at start of the observation
 * @param planId plan with which the observation was compared
 * @param down instances that were not seen running, each with state and host, as display text
 * @param asPlanned whether all possible hosts were observed, all instances run with the plan's routes, and no other copy exists
 * @param restarted instances that their hosts have restarted or are about to restart
 */
record ApplicationHealth(String application, Instant at, String planId, List<String> down, boolean asPlanned, List<Restarted> restarted) {

    /** @param state a value of {@link #state} */
    record Restarted(String instance, String hostId, String state, CopyRestarts restarts) {

        /**
         * Whether this differs from an earlier observation enough for an event: a new restart or a new crash loop, not only elapsed time.
         */
        boolean isNewsAfter(Restarted earlier) {
            return restarts.count() > earlier.restarts().count() || !state.equals(earlier.state())
                    && state.equals(ObservedCopy.State.CRASH_LOOP.name());
        }
    }

    private static final int NAMED = 3;

    /**
     * @param seen observation of this application only
     * @param hostIds hosts that have or may have copies of it
     */
    static ApplicationHealth of(DeploymentPlan plan, ObservedState seen, Set<String> hostIds, Instant at) {
        List<String> down = plan.instances().stream().flatMap(placed -> down(plan, placed, seen).stream()).toList();
        PlannedRoutes ways = new PlannedRoutes(plan, seen);
        boolean all = seen.unobserved().stream().noneMatch(host -> hostIds.contains(host.hostId()))
                && seen.copies().size() == plan.instances().size();
        boolean asPlanned = down.isEmpty() && all && plan.instances().stream().allMatch(placed ->
                found(plan, placed, seen).filter(copy -> copy.routes().equals(ways.of(placed.instance()))).isPresent());
        List<Restarted> restarted = plan.instances().stream().flatMap(placed -> found(plan, placed, seen).stream()
                .filter(copy -> !copy.restarts().equals(CopyRestarts.NONE))
                .map(copy -> new Restarted(placed.instance().toString(), placed.hostId(), copy.state().name(), copy.restarts()))).toList();
        return new ApplicationHealth(plan.application(), at, plan.digest(), down, asPlanned, restarted);
    }

    private static Optional<String> down(DeploymentPlan plan, InstancePlacement placed, ObservedState seen) {
        String state = state(plan, placed, seen);
        if (state.equals(ObservedCopy.State.RUNNING.name())) {
            return Optional.empty();
        }
        String restarts = found(plan, placed, seen).map(copy -> copy.restarts().text()).filter(text -> !text.isEmpty())
                .map(text -> " (" + text + ")").orElse("");
        String words = state.equals(ObservedCopy.State.CRASH_LOOP.name()) ? "in a crash loop" : state.toLowerCase(Locale.ROOT);
        return Optional.of(placed.instance() + " " + words + " on " + placed.hostId() + restarts);
    }

    /** Instances that were restarted, or entered a crash loop, since an earlier observation. */
    List<Restarted> restartedSince(Optional<ApplicationHealth> earlier) {
        return restarted.stream().filter(now -> earlier.stream().flatMap(before -> before.restarted.stream())
                .filter(before -> before.instance().equals(now.instance()) && before.hostId().equals(now.hostId())).findFirst()
                .map(now::isNewsAfter).orElse(true)).toList();
    }

    /** RUNNING, STOPPED, CRASH_LOOP or MISSING; UNKNOWN if the host was not observed. */
    static String state(DeploymentPlan plan, InstancePlacement placed, ObservedState seen) {
        return found(plan, placed, seen).map(ObservedCopy::state).map(Enum::name)
                .orElse(seen.observed(placed.hostId()) ? "MISSING" : "UNKNOWN");
    }

    static Optional<ObservedCopy> found(DeploymentPlan plan, InstancePlacement placed, ObservedState seen) {
        return seen.copies().stream().filter(copy -> copy.id().equals(placed.copy(plan.application()))
                && copy.hostId().equals(placed.hostId())).findFirst();
    }

    /** Whether this shows the state after the end of a plan's deployment, not a state during it. */
    boolean tellsOf(String deployedPlanId, Instant deployed) {
        return deployedPlanId.equals(planId) && at.isAfter(deployed);
    }

    /** Error text of an application that is not healthy; empty if it is healthy. */
    Optional<String> wrong(DeploymentPlan plan) {
        if (down.isEmpty()) {
            return Optional.empty();
        }
        String first = down.get(0);
        String way = restarted.stream().filter(one -> one.state().equals(ObservedCopy.State.CRASH_LOOP.name())
                && first.startsWith(one.instance() + " ")).findFirst()
                .map(looping -> "logs " + plan.application() + "/" + looping.instance()).orElse("drift " + plan.application());
        String others = down.size() > NAMED ? " and " + (down.size() - NAMED) + " more" : "";
        return Optional.of(down.size() + " of " + plan.instances().size() + " instances are not running: "
                + down.stream().limit(NAMED).collect(Collectors.joining(", ")) + others + ".\nMaybe see: caravan " + way + ".");
    }
}
