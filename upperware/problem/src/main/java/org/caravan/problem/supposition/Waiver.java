package org.caravan.problem.supposition;

import java.util.List;
import org.caravan.problem.PlacementProblem;

/** Where components must be does not hold: what nobody may do can be compared with what is allowed. */
record Waiver(List<String> componentIds) implements Supposition {

    @Override
    public PlacementProblem appliedTo(PlacementProblem problem) {
        List<String> waived = Components.named(problem.application(), componentIds);
        return problem.withApplication(Components.locatedAt(problem.application(), problem.application().locations().stream()
                .filter(location -> !waived.contains(location.componentId()))
                .toList()));
    }
}
