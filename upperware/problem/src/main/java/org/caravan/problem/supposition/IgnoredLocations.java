package org.caravan.problem.supposition;

import java.util.List;
import org.caravan.problem.PlacementProblem;

/** Assumes that the location requirements of components do not apply, to compare a forbidden placement with an allowed one. */
record IgnoredLocations(List<String> componentIds) implements Assumption {

    @Override
    public PlacementProblem appliedTo(PlacementProblem problem) {
        List<String> waived = Components.named(problem.application(), componentIds);
        return problem.withApplication(Components.locatedAt(problem.application(), problem.application().locations().stream()
                .filter(location -> !waived.contains(location.componentId()))
                .toList()));
    }
}
