package org.caravan.server.planning;

import java.util.Optional;
import java.util.Set;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.PlacementProblem;
import org.caravan.server.broker.PlanOrder;

/**
 * Problems of changed models of one application, with all else as it was at one time. Learned service times are those of the present code,
 * which the measurements are of.
 *
 * @param model the accepted model with measured rates
 */
public record ChangedModels(ApplicationModel model, PlanningState state, Optional<DeploymentPlan> target) {

    /** @param changed another model of the application */
    public PlacementProblem problem(ApplicationModel changed) {
        return state.problem(changed, changed, target, new PlanOrder(Set.of(), 0));
    }
}
