package org.caravan.server.planning;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.UnobservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.Uplinks;
import org.caravan.server.Settings;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.model.Models;
import org.caravan.server.network.Network;
import org.caravan.server.node.DrainedHosts;
import org.caravan.server.node.HostSpeeds;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.start.LearnedStarts;
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
    private final UsersNow users;
    private final LearnedServiceTimes services;
    private final LearnedStarts starts;
    private final HostSpeeds speeds;
    private final BandwidthChoices choices;
    private final Ownership owners;
    private final Organisations organisations;
    private final QuotasNow quotas;
    private final PlanningPolicy policy;

    ProblemSource(Models models, Infrastructures infrastructures, HostRegistry fleet, Network network, Targets targets,
            DrainedHosts drained, MeasuredRates rates, UsersNow users, LearnedServiceTimes services, LearnedStarts starts,
            HostSpeeds speeds, BandwidthChoices choices, Ownership owners, Organisations organisations, QuotasNow quotas,
            Settings settings) {
        this.quotas = quotas;
        this.owners = owners;
        this.organisations = organisations;
        this.speeds = speeds;
        this.services = services;
        this.starts = starts;
        this.rates = rates;
        this.users = users;
        this.models = models;
        this.infrastructures = infrastructures;
        this.fleet = fleet;
        this.network = network;
        this.targets = targets;
        this.drained = drained;
        this.choices = choices;
        this.policy = PlanningPolicy.DEFAULT.withRobustness(settings.robustness());
    }

    /** Port to what nodes have counted of quotas. */
    public interface QuotasNow {

        /** By access link with a quota of which a host has reported a count in the current period. */
        SortedMap<AccessLink, Uplinks.Counted> of(Infrastructure infrastructure);
    }

    /** Port to where the users of an application are now, if it follows them. */
    public interface UsersNow {

        /** Whether plans of the application use measured shares of groups of users. */
        boolean followed(String application);

        /** The model with rates of groups by measured shares; the same object if it does not follow its users, or none are known. */
        ApplicationModel in(ApplicationModel model);

        /**
         * One sentence per group of users whose rate was changed.
         *
         * @param without the model before its rates were changed
         */
        List<String> notes(ApplicationModel without, ApplicationModel planned);
    }

    private ApplicationModel measured(ApplicationModel model) {
        return users.in(rates.in(model));
    }

    /** One sentence per group of users whose rate is measured. @param planned the model of a problem that was planned */
    List<String> notes(ApplicationModel planned) {
        Optional<ApplicationModel> accepted = models.accepted(planned.name());
        if (accepted.isEmpty() || !users.followed(planned.name())) {
            return accepted.map(model -> RateEstimate.notes(model, planned.users())).orElse(List.of());
        }
        ApplicationModel without = rates.in(accepted.get());
        return Stream.concat(RateEstimate.notes(accepted.get(), without.users()).stream(), users.notes(without, planned).stream()).toList();
    }

    public PlacementProblem problem(String application, PlanOrder order) {
        return problem(application, order, Map.of());
    }

    /**
     * The problem as it will be if these hosts count as lost. They are not contacted.
     *
     * @param silent why, by host, for use inside a sentence
     */
    PlacementProblem problem(String application, PlanOrder order, Map<String, String> silent) {
        infrastructures.look();
        Optional<DeploymentPlan> target = targets.target(application);
        NetworkMatrix matrix = network.matrix();
        ApplicationModel accepted = models.accepted(application).orElseThrow();
        PlacementProblem problem = state(application, target, matrix, inventory(silent))
                .problem(accepted, measured(accepted), target, order);
        // What replaces a lost copy is not refused because a line is over its quota.
        return order.pinned() ? problem : problem.withUplinks(problem.uplinks().counting(quotas.of(problem.infrastructure())));
    }

    private Inventory inventory(Map<String, String> silent) {
        if (silent.isEmpty()) {
            return fleet.inspect();
        }
        Inventory answering = fleet.inspect(infrastructures.required().hosts().stream().map(Host::id)
                .filter(hostId -> !silent.containsKey(hostId)).collect(Collectors.toSet()));
        return new Inventory(answering.hosts(), Stream.concat(answering.unobserved().stream(), silent.entrySet().stream()
                .map(one -> new UnobservedHost(one.getKey(), one.getValue(), true))).toList());
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
        PlacementProblem problem = PlacementProblems.of(measured(model), infrastructure, none, network.matrix(),
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
        return new ChangedModels(measured(accepted), state(application).settled(accepted), targets.target(application));
    }

    /** What the problems of an application consist of now, besides its model and its target. */
    public PlanningState state(String application) {
        infrastructures.look();
        return state(application, targets.target(application), network.matrix(), fleet.inspect());
    }

    private PlanningState state(String application, Optional<DeploymentPlan> target, NetworkMatrix matrix, Inventory inventory) {
        Infrastructure infrastructure = infrastructures.required();
        return new PlanningState(infrastructure, inventory, matrix, targets.taken(application, inventory), drained.reasons(Set.of()),
                speeds.of(infrastructure), choices.of(application, target), services::of, policy, weight(application),
                model -> starts.of(model, infrastructure));
    }

    /** Of the organisation that owns the application, when uplinks are divided. */
    public double weight(String application) {
        return owners.of(Ownership.Kind.APPLICATION, application).map(organisations::weight).orElse(1.0);
    }
}
