package org.caravan.server.planning;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.caravan.adapter.Inventory;
import org.caravan.application.ApplicationModel;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathId;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.LatencyModel;
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
import org.caravan.server.node.HostSpeeds;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.organisation.Ownership;
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
    private final HostSpeeds speeds;
    private final BandwidthChoices choices;
    private final Ownership owners;
    private final Organisations organisations;
    private final PlanningPolicy policy;

    ProblemSource(Models models, Infrastructures infrastructures, HostRegistry fleet, Network network, Targets targets,
            DrainedHosts drained, MeasuredRates rates, LearnedServiceTimes services, HostSpeeds speeds, BandwidthChoices choices,
            Ownership owners, Organisations organisations, Settings settings) {
        this.owners = owners;
        this.organisations = organisations;
        this.speeds = speeds;
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
        infrastructures.look();
        Optional<DeploymentPlan> target = targets.target(application);
        NetworkMatrix matrix = network.matrix();
        ApplicationModel accepted = models.accepted(application).orElseThrow();
        return state(application, target, matrix).problem(accepted, rates.in(accepted), target, order);
    }

    /** Throughput of responses on a path as plans count it; empty within a site or if it was not measured. Asks no host. */
    public Function<PathId, Optional<BitRate>> carried(ApplicationModel model) {
        LatencyModel latency = new LatencyModel(PlacementProblems.of(model, infrastructures.required(),
                new Inventory(List.of(), List.of()), network.matrix(), Optional.empty(), List.of(), policy));
        return path -> latency.known(path, false).flatMap(PathChoice::most);
    }

    /** What is known of a deployed plan by current measurements of paths and requests. Asks no host: its inventory is empty. */
    public PlacementProblem deployed(ApplicationModel model, DeploymentPlan target) {
        Infrastructure infrastructure = infrastructures.required();
        Inventory none = new Inventory(List.of(), List.of());
        PlacementProblem problem = PlacementProblems.of(rates.in(model), infrastructure, none, network.matrix(),
                Optional.of(target.asCurrentTarget()), targets.placedByOthers(target.application()), policy)
                .withSpeeds(speeds.of(infrastructure));
        return problem.withUplinks(problem.uplinks().weighing(weight(target.application())));
    }

    /** @param without hosts to exclude, as if they were drained */
    public PlacementProblem problem(String application, Set<String> without) {
        return problem(application, new PlanOrder(without, 0));
    }

    /**
     * Problems of changed models of one application, with all else as it was at one time. Learned service times are those of the present
     * code, which the measurements are of.
     *
     * @param model the accepted model with measured rates
     */
    public record ChangedModels(ApplicationModel model, PlanningState state, Optional<DeploymentPlan> target) {

        /** @param changed another model of the application */
        public PlacementProblem problem(ApplicationModel changed) {
            return state.problem(changed, changed, target, new PlanOrder(Set.of(), 0));
        }
    }

    /** Problems of changed models of an application, with all else as it is now. */
    public ChangedModels changed(String application) {
        ApplicationModel accepted = models.accepted(application).orElseThrow();
        return new ChangedModels(rates.in(accepted), state(application).settled(accepted), targets.target(application));
    }

    /** What the problems of an application consist of now, besides its model and its target. */
    public PlanningState state(String application) {
        infrastructures.look();
        return state(application, targets.target(application), network.matrix());
    }

    private PlanningState state(String application, Optional<DeploymentPlan> target, NetworkMatrix matrix) {
        Infrastructure infrastructure = infrastructures.required();
        Inventory inventory = fleet.inspect();
        return new PlanningState(infrastructure, inventory, matrix, targets.taken(application, inventory), drained.reasons(Set.of()),
                speeds.of(infrastructure), choices.of(application, target), services::of, policy, weight(application));
    }

    /** Of the organisation that owns the application, when uplinks are divided. */
    public double weight(String application) {
        return owners.of(Ownership.Kind.APPLICATION, application).map(organisations::weight).orElse(1.0);
    }
}
