package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.Component;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;

/** The same problem once more, later. */
public final class Replanning {

    private Replanning() {}

    public static PlacementProblem withTarget(PlacementProblem problem, DeploymentPlan target) {
        return with(problem, Optional.of(target.digest()), target.generation() + 1, target.asCurrentTarget().placements());
    }

    public static PlacementProblem asIfPlacedAnywhere(PlacementProblem problem, Random random) {
        List<ObservedHost> hosts = problem.inventory().hosts();
        List<CurrentPlacement> current = new ArrayList<>();
        for (Component component : problem.application().components()) {
            if (random.nextBoolean()) {
                String hostId = hosts.get(random.nextInt(hosts.size())).hostId();
                current.add(new CurrentPlacement(
                        new InstanceId(component.id(), 1), hostId, 200 + current.size(), 1, "0".repeat(64),
                        new TreeMap<>(), new TreeMap<>()));
            }
        }
        return with(problem, Optional.of("f".repeat(64)), 2, current);
    }

    private static PlacementProblem with(
            PlacementProblem problem, Optional<String> parentId, long generation, List<CurrentPlacement> current) {
        return new PlacementProblem(
                problem.application(),
                problem.infrastructure(),
                problem.inventory(),
                problem.network(),
                parentId,
                generation,
                current,
                problem.reservedElsewhere(),
                problem.takenSlots(),
                problem.policy());
    }
}
