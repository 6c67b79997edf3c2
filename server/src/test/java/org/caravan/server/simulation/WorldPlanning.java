package org.caravan.server.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.Inventory;
import org.caravan.application.ApplicationModel;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.problem.LostHostPlacements;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.server.planning.AutomaticPlans.Made;
import org.caravan.server.planning.Targets;
import org.caravan.solver.OptaPlannerPlanner;

/**
 * The real planner on problems as the server builds them; the network stays as it is. It searches fewer steps than the server does: placements
 * of eight instances on six hosts need no more, and the simulation is not about their cost.
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
        this.network = network(infrastructure);
    }

    Made replacing(String application, Set<String> without, HostRegistry fleet, Targets targets) {
        Optional<DeploymentPlan> target = targets.target(application);
        TreeMap<String, String> excluded = new TreeMap<>();
        without.forEach(host -> excluded.put(host, "left out"));
        Inventory inventory = fleet.inspect();
        PlacementProblem problem = LostHostPlacements.kept(PlacementProblems.of(models.get(application), infrastructure, inventory,
                network, target.map(DeploymentPlan::asCurrentTarget), targets.taken(application, inventory), POLICY)
                .excluding(excluded).completed(), without).withPolicy(POLICY.withMoveCost(PlanningPolicy.PINNED_CENTS));
        PlanningOutcome outcome = PLANNED.computeIfAbsent(problem, planner::planForComparison);
        if (outcome instanceof PlanningOutcome.Planned planned) {
            return new Made(Optional.of(planned.plan()), planned.plan().digest(), PlanDiff.of(target, planned.plan(), problem)
                    .canonicalText(), List.of(), 0, 0);
        }
        return new Made(Optional.empty(), "none", "", ((PlanningOutcome.NoPlacement) outcome).reasons(), 0, 0);
    }

    private static NetworkMatrix network(Infrastructure infrastructure) {
        List<AccessPoint> all = infrastructure.sites().stream().flatMap(site -> site.accessPoints().stream()).toList();
        List<PathFigures> paths = new ArrayList<>();
        for (AccessPoint from : all) {
            all.stream().filter(to -> !to.siteId().equals(from.siteId())).forEach(to -> paths.add(new PathFigures(new PathId(from, to),
                    figure(1 + Math.abs(from.siteId().compareTo(to.siteId()))), Optional.empty(), Optional.of(figure(1e9)), 0)));
        }
        return NetworkMatrix.of(paths);
    }

    private static PathStatistic figure(double value) {
        return new PathStatistic(value, 0, value, value, 16, Instant.EPOCH, PathStatistic.Origin.MEASURED, Optional.empty());
    }
}
