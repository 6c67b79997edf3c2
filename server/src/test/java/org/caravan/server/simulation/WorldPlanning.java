package org.caravan.server.simulation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.Inventory;
import org.caravan.application.ApplicationModel;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlanningPolicy;
import org.caravan.server.ExampleNetwork;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.planning.AutomaticPlans.Made;
import org.caravan.server.planning.PlanningState;
import org.caravan.server.planning.Targets;
import org.caravan.solver.OptaPlannerPlanner;

/**
 * The real planner on problems as the server builds them; the network stays as it is. It searches fewer steps than the server does:
 * placements of eight instances on six hosts need no more, and the simulation is not about their cost.
 */
final class WorldPlanning {

    private static final PlanningPolicy POLICY = new PlanningPolicy(0, 60, 50);
    /** Planning is pure: equal problems, which worlds often begin with, are planned once in a process. */
    private static final Map<PlacementProblem, PlanningOutcome> PLANNED = Collections.synchronizedMap(new LinkedHashMap<>(256, 0.75f,
            true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<PlacementProblem, PlanningOutcome> eldest) {
            return size() > 200;
        }
    });

    private final Infrastructure infrastructure;
    private final NetworkMatrix network;
    private final Map<String, ApplicationModel> models;
    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    WorldPlanning(Infrastructure infrastructure, Map<String, ApplicationModel> models) {
        this.infrastructure = infrastructure;
        this.models = models;
        this.network = ExampleNetwork.of(infrastructure, 1e9, (from, to) -> 1 + Math.abs(from.id().compareTo(to.id())));
    }

    Made made(String application, PlanOrder order, HostRegistry fleet, Targets targets) {
        Optional<DeploymentPlan> target = targets.target(application);
        Inventory inventory = fleet.inspect();
        ApplicationModel model = models.get(application);
        PlacementProblem problem = new PlanningState(infrastructure, inventory, network, targets.taken(application, inventory), Map.of(),
                Map.of(), Map.of(), of -> List.of(), POLICY, 1).problem(model, model, target, order);
        // Two worlds may plan the same at once: neither waits for the other one.
        PlanningOutcome known = PLANNED.get(problem);
        PlanningOutcome outcome = known == null ? planner.planForComparison(problem) : known;
        if (known == null) {
            PLANNED.put(problem, outcome);
        }
        if (outcome instanceof PlanningOutcome.Planned planned) {
            PlanDiff diff = PlanDiff.of(target, planned.plan(), problem);
            return new Made(Optional.of(planned.plan()), planned.plan().digest(), diff.canonicalText(), List.of(),
                    diff.costBefore().map(cost -> cost.value()).orElse(0L), diff.costAfter().value());
        }
        return new Made(Optional.empty(), "none", "", ((PlanningOutcome.NoPlacement) outcome).reasons(), 0, 0);
    }
}
