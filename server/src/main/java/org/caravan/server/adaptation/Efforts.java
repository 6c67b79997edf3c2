package org.caravan.server.adaptation;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.Effort;

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
