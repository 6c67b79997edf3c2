package org.caravan.solver.report;

import java.util.Optional;
import org.caravan.application.Users;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;

/** Explains the placement of a router: it follows from the distance to its users and the stability of its address, not from goals. */
final class RouterReason {

    private final PlacementProblem problem;
    private final LatencyModel latency;

    RouterReason(PlacementProblem problem, LatencyModel latency) {
        this.problem = problem;
        this.latency = latency;
    }

    String of(PlacedInstance instance, Position here, boolean stays) {
        String routerId = instance.component().id();
        Users users = problem.application().users().stream()
                .filter(group -> problem.application().entryComponentIds().stream()
                        .anyMatch(componentId -> problem.application().reached(group, componentId).equals(routerId)))
                .findFirst()
                .orElseThrow();
        Optional<PathChoice> way = latency.entry(users, routerId, here.hostId());
        String near = way.map(choice -> ", " + choice.meanRtt()).orElse("");
        String behind = instance.component().requires().get(0).componentId();
        return stays ? "users " + users.id() + " keep its address while " + behind + " moves"
                : "at the site with hosts that is nearest to users " + users.id() + near + "; its address stays while " + behind + " moves";
    }
}
