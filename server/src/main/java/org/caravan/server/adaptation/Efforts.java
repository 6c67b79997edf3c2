package org.caravan.server.adaptation;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.ReadReplicas;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.Disruption;
import org.caravan.rules.Effort;
import org.caravan.rules.Limit;

/** Compares a plan with the target: what its execution changes. */
public final class Efforts {

    private Efforts() {}

    /** @param lost hosts that do not answer: a copy that leaves one of them is no move, and nothing is stopped there */
    public static Effort of(DeploymentPlan target, DeploymentPlan plan, Set<String> lost) {
        int moves = 0;
        int starts = 0;
        for (InstancePlacement placed : plan.instances()) {
            Optional<InstancePlacement> before = target.instance(placed.instance());
            boolean kept = before.filter(old -> old.hostId().equals(placed.hostId()) && old.generation() == placed.generation())
                    .isPresent();
            starts += kept ? 0 : 1;
            moves += before.filter(old -> !old.hostId().equals(placed.hostId()) && !lost.contains(old.hostId())).isPresent() ? 1 : 0;
        }
        int stops = (int) target.instances().stream().filter(old -> !lost.contains(old.hostId()))
                .filter(old -> plan.instance(old.instance()).filter(now -> now.hostId().equals(old.hostId())
                        && now.generation() == old.generation()).isEmpty()).count();
        return new Effort(moves, starts, stops);
    }

    /** @param lost hosts that do not answer */
    static Disruption disruption(DeploymentPlan target, DeploymentPlan plan, Set<String> lost) {
        Map<String, Integer> disturbed = new TreeMap<>();
        Map<String, Integer> unavailable = new TreeMap<>();
        int gained = 0;
        for (InstancePlacement old : target.instances()) {
            String place = old.instance().componentId() + " at " + old.siteId();
            Optional<InstancePlacement> now = plan.instance(old.instance());
            if (lost.contains(old.hostId())) {
                unavailable.merge(place, 1, Integer::sum);
                gained += now.filter(placed -> !lost.contains(placed.hostId())).isPresent() ? 1 : 0;
            } else if (now.filter(placed -> placed.hostId().equals(old.hostId()) && placed.generation() == old.generation()).isEmpty()) {
                disturbed.merge(place, 1, Integer::sum);
            }
        }
        return new Disruption(disturbed, unavailable, gained);
    }

    /**
     * Disruption by a plan that a rule of the model asks for, while no host is lost. Copies that the rule removes are not disturbed. A copy
     * that changes its host counts as gained, because the planner moves it only if that gains more than it costs.
     */
    public static Disruption disruptionByRule(DeploymentPlan target, DeploymentPlan plan) {
        Map<String, Integer> disturbed = new TreeMap<>();
        int gained = 0;
        for (InstancePlacement placed : plan.instances()) {
            Optional<InstancePlacement> old = target.instance(placed.instance());
            boolean stays = old.filter(before -> before.hostId().equals(placed.hostId())).isPresent();
            gained += stays ? 0 : 1;
            if (old.isPresent() && !(stays && old.get().generation() == placed.generation())) {
                disturbed.merge(placed.instance().componentId() + " at " + old.get().siteId(), 1, Integer::sum);
            }
        }
        return new Disruption(disturbed, Map.of(), gained);
    }

    /**
     * A replacement must not roll out a newer model that nobody approved: its version or components differ, or copies would be recreated
     * where they run.
     *
     * @param optional ids of components that a plan may leave out
     * @param lost hosts that do not answer
     * @param renewed ids of instances that must be recreated
     */
    public static Optional<Limit> unapproved(Set<String> optional, DeploymentPlan target, DeploymentPlan plan, Set<String> lost,
            Set<String> renewed) {
        String recreated = target.instances().stream().filter(old -> !lost.contains(old.hostId()))
                .filter(old -> plan.instance(old.instance()).filter(now -> now.hostId().equals(old.hostId())
                        && now.generation() != old.generation()).isPresent())
                .filter(old -> !renewed.contains(old.instance().toString()))
                .map(old -> old.instance().toString()).collect(Collectors.joining(", "));
        boolean other = !target.applicationVersion().equals(plan.applicationVersion())
                || !required(optional, target).equals(required(optional, plan));
        return recreated.isEmpty() && !other ? Optional.empty() : Optional.of(new Limit("unapproved-model",
                "A newer model waits for approval"
                + (recreated.isEmpty() ? "." : ": the plan would recreate " + recreated + " where it runs."), Optional.empty()));
    }

    /**
     * Actions without a plan must not act for a model whose version or components are not those of what runs, for example after a failed
     * deployment was undone.
     */
    public static Optional<Limit> unapproved(ApplicationModel model, DeploymentPlan target) {
        Set<String> wanted = model.components().stream().filter(one -> one.optional().isEmpty() && one.replicas() > 0)
                .map(Component::id).collect(Collectors.toSet());
        // Planning adds routers and read replicas.
        Set<String> known = Stream.concat(model.withRouters().components().stream().map(Component::id),
                ReadReplicas.names(model).stream()).collect(Collectors.toSet());
        Set<String> running = replicas(target).keySet();
        boolean same = target.applicationVersion().equals(model.version()) && running.containsAll(wanted)
                && known.containsAll(running);
        return same ? Optional.empty() : Optional.of(newerModel());
    }

    public static Limit newerModel() {
        return new Limit("unapproved-model", "A newer model waits for approval.", Optional.empty());
    }

    private static Set<String> required(Set<String> optional, DeploymentPlan plan) {
        return replicas(plan).keySet().stream().filter(id -> !optional.contains(id)).collect(Collectors.toSet());
    }

    /** Ids of components that a plan of the model may leave out. */
    public static Set<String> optional(ApplicationModel model) {
        return model.components().stream().filter(component -> component.optional().isPresent()).map(Component::id)
                .collect(Collectors.toSet());
    }

    /** Ids of hosts that get copies by the plan. */
    public static Set<String> receivers(DeploymentPlan target, DeploymentPlan plan) {
        return plan.instances().stream().filter(placed -> target.instance(placed.instance())
                .filter(old -> old.hostId().equals(placed.hostId())).isEmpty()).map(InstancePlacement::hostId).collect(Collectors.toSet());
    }

    public static Map<String, Integer> replicas(DeploymentPlan plan) {
        return plan.instances().stream().collect(Collectors.toMap(placed -> placed.instance().componentId(), placed -> 1, Integer::sum,
                TreeMap::new));
    }

    /** Minimum number of copies of each component that must run. */
    public static Map<String, Integer> minima(ApplicationModel model) {
        return model.components().stream().filter(component -> component.optional().isEmpty())
                .collect(Collectors.toMap(Component::id, Component::replicas));
    }
}
