package org.caravan.server.planning;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.caravan.adapter.Inventory;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathId;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.LostHostPlacements;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.server.Settings;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.model.Models;
import org.caravan.server.network.Network;
import org.caravan.server.node.DrainedHosts;
import org.caravan.server.rest.ProblemException;
import org.caravan.unit.BitRate;
import org.springframework.stereotype.Component;

/** Builds the placement problem from the current state: model, infrastructure, hosts, network and targets. */
@Component
public class ProblemSource {

    private final Models models;
    private final Infrastructures infrastructures;
    private final HostRegistry fleet;
    private final Network network;
    private final Targets targets;
    private final DrainedHosts drained;
    private final MeasuredRates rates;
    private final LearnedServiceTimes services;
    private final BandwidthChoices choices;
    private final PlanningPolicy policy;

    ProblemSource(Models models, Infrastructures infrastructures, HostRegistry fleet, Network network, Targets targets,
            DrainedHosts drained, MeasuredRates rates, LearnedServiceTimes services, BandwidthChoices choices, Settings settings) {
        this.services = services;
        this.rates = rates;
        this.models = models;
        this.infrastructures = infrastructures;
        this.fleet = fleet;
        this.network = network;
        this.targets = targets;
        this.drained = drained;
        this.choices = choices;
        this.policy = PlanningPolicy.DEFAULT.withRobustness(settings.robustness());
    }

    public PlacementProblem problem(String application, PlanOrder order) {
        Set<String> excluded = new TreeSet<>(order.without());
        excluded.addAll(order.left());
        PlacementProblem problem = problem(application, excluded, order.replicas(), order.bandwidth(), order.pinned(), order.renewed());
        excluded.stream().filter(hostId -> !knows(problem, hostId)).sorted().findFirst().ifPresent(hostId -> {
            throw ProblemException.notFound("unknown-host", "The infrastructure has no host (" + hostId + ") that could be left out.",
                    "list them: caravan nodes.");
        });
        PlanningPolicy asked = problem.policy().withProof(order.proofSeconds());
        return order.pinned()
                ? LostHostPlacements.keptData(LostHostPlacements.kept(problem, order.without()), order.left())
                        .withPolicy(asked.withMoveCost(PlanningPolicy.PINNED_CENTS))
                : problem.withPolicy(asked);
    }

    /** Provisioned hosts are only in the inventory; unreachable hosts are only in the infrastructure. */
    private static boolean knows(PlacementProblem problem, String hostId) {
        return problem.inventory().host(hostId).isPresent()
                || problem.infrastructure().hosts().stream().anyMatch(host -> host.id().equals(hostId));
    }

    /** Throughput of responses on a path as plans count it; empty within a site or if it was not measured. Asks no host. */
    public Function<PathId, Optional<BitRate>> carried(ApplicationModel model) {
        LatencyModel latency = new LatencyModel(PlacementProblems.of(model, infrastructures.required(),
                new Inventory(List.of(), List.of()), network.matrix(), Optional.empty(), List.of(), policy));
        return path -> latency.known(path, false).flatMap(PathChoice::most);
    }

    /** @param without hosts to exclude, as if they were drained */
    public PlacementProblem problem(String application, Set<String> without) {
        return problem(application, without, Map.of(), Map.of(), false, Set.of());
    }

    private PlacementProblem problem(String application, Set<String> without, Map<String, Integer> replicas,
            Map<String, Bandwidth> bandwidth, boolean pinned, Set<String> renewed) {
        infrastructures.look();
        Optional<DeploymentPlan> target = targets.target(application);
        NetworkMatrix matrix = network.matrix();
        ApplicationModel accepted = models.accepted(application).orElseThrow();
        ApplicationModel measured = rates.in(accepted);
        // Where all else stays, a rate that was measured in the meantime neither adds nor removes replicas.
        ApplicationModel model = ChosenBandwidth.fixed(ScaledReplicas.fixed(measured, target, replicas, pinned && measured != accepted),
                target, choices.of(application, target), bandwidth);
        return PlacementProblems.of(model, infrastructures.required(), fleet.inspect(), matrix,
                target.map(DeploymentPlan::asCurrentTarget).map(now -> now.renewing(renewed)), targets.placedByOthers(application), policy)
                .withServices(services.of(model))
                .excluding(drained.reasons(without))
                .completed();
    }
}
