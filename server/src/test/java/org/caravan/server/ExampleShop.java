package org.caravan.server;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import org.caravan.application.ApplicationModel;
import org.caravan.infrastructure.Site;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.planning.PlanningState;
import org.caravan.solver.OptaPlannerPlanner;

/**
 * An application on the sites of the examples, what its planning begins with, and its planner.
 *
 * @param planner the real one
 */
public record ExampleShop(ApplicationModel model, PlanningState state, Planner planner) {

    /**
     * @param application text of its model
     * @param sites text of the infrastructure
     * @param roundTrip from a site to another one, in ms
     */
    public static ExampleShop of(String application, String sites, ToDoubleBiFunction<Site, Site> roundTrip) {
        PlacementProblem problem = ExampleProblem.of(Map.of("shop.caravan", application, "sites.caravan", sites),
                infrastructure -> ExampleNetwork.of(infrastructure, 100e6, roundTrip));
        return new ExampleShop(problem.application(), new PlanningState(problem.infrastructure(), problem.inventory(), problem.network(),
                List.of(), Map.of(), Map.of(), Map.of(), of -> List.of(), problem.policy(), 1), new OptaPlannerPlanner());
    }

    /** @param changed the model, for instance with other rates of its users */
    public PlacementProblem problem(ApplicationModel changed, Optional<DeploymentPlan> before) {
        return state.problem(model, changed, before, PlanOrder.PLAIN);
    }

    /** The plan of {@link #problem}, which has one. */
    public DeploymentPlan plan(ApplicationModel changed, Optional<DeploymentPlan> before) {
        return ((Planned) planner.plan(problem(changed, before))).plan();
    }
}
