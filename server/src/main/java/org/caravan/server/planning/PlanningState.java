package org.caravan.server.planning;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adaptation.Action;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.application.Component;
import org.caravan.application.Scaling;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.LostHostPlacements;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblem.LearnedStart;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.ServiceTime;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.rest.ProblemException;

/**
 * Everything but the model and its target that a placement problem consists of, at one time. A pure value, so that a rehearsal plans with
 * it as the server does.
 *
 * @param others placements of all other applications
 * @param drained hosts on which nothing is placed, each with the reason
 * @param services measured service times of a model
 * @param speeds measured speeds of hosts
 * @param chosen bandwidth of copies whose bandwidth an owner chose, as {@code web:1}
 * @param weight of the application's organisation when uplinks are divided
 * @param starts learned start times of a model
 */
public record PlanningState(Infrastructure infrastructure, Inventory inventory, NetworkMatrix network, List<OtherPlacement> others,
        Map<String, String> drained, Map<String, Double> speeds, Map<String, Optional<Bandwidth>> chosen,
        Function<ApplicationModel, List<ServiceTime>> services, PlanningPolicy policy, double weight,
        Function<ApplicationModel, List<LearnedStart>> starts) {

    /** Without learned start times. */
    public PlanningState(Infrastructure infrastructure, Inventory inventory, NetworkMatrix network, List<OtherPlacement> others,
            Map<String, String> drained, Map<String, Double> speeds, Map<String, Optional<Bandwidth>> chosen,
            Function<ApplicationModel, List<ServiceTime>> services, PlanningPolicy policy, double weight) {
        this(infrastructure, inventory, network, others, drained, speeds, chosen, services, policy, weight, none -> List.of());
    }


    /** A host that one order leaves out is excluded as a drained one is. */
    private static final String LEFT_OUT = "drained";

    /**
     * The problem of an order.
     *
     * @param accepted the accepted model
     * @param measured the same with measured rates; the same object if none is measured
     * @throws ProblemException if the order excludes an unknown host
     */
    public PlacementProblem problem(ApplicationModel accepted, ApplicationModel measured, Optional<DeploymentPlan> target,
            PlanOrder order) {
        Set<String> left = new TreeSet<>(order.without());
        left.addAll(order.left());
        left.stream().filter(hostId -> !knows(hostId)).sorted().findFirst().ifPresent(hostId -> {
            throw ProblemException.notFound("unknown-host", "The infrastructure has no host (" + hostId + ") that could be left out.",
                    "list them: caravan nodes.");
        });
        // Where all else stays, a rate that was measured in the meantime neither adds nor removes replicas.
        ApplicationModel model = ChosenBandwidth.fixed(
                ScaledReplicas.fixed(measured, target, order.replicas(), order.pinned() && measured != accepted),
                target, chosen, order.bandwidth());
        Map<String, String> excluded = uncounted();
        excluded.putAll(drained);
        left.forEach(hostId -> excluded.put(hostId, LEFT_OUT));
        PlacementProblem problem = PlacementProblems.of(model, infrastructure, inventory, network,
                target.map(DeploymentPlan::asCurrentTarget).map(now -> now.renewing(order.renewed())), others, policy)
                .withServices(services.apply(model)).withSpeeds(speeds).withStarts(starts.apply(model)).excluding(excluded);
        problem = problem.withUplinks(problem.uplinks().weighing(weight)).completed();
        PlanningPolicy asked = problem.policy().withProof(order.proofSeconds());
        return order.pinned()
                ? LostHostPlacements.keptData(LostHostPlacements.kept(problem, order.without()), order.left())
                        .withPolicy(asked.withMoveCost(PlanningPolicy.PINNED_CENTS))
                : problem.withPolicy(asked);
    }

    /** Hosts that do not divide uplinks cannot count what a link with a quota sends. */
    private Map<String, String> uncounted() {
        Map<String, String> hosts = new TreeMap<>();
        infrastructure.sites().stream().filter(site -> site.isps().stream().anyMatch(isp -> isp.quota().isPresent()))
                .flatMap(site -> site.hosts().stream()).forEach(host -> inventory.host(host.id()).flatMap(ObservedHost::noBandwidth)
                        .ifPresent(why -> hosts.put(host.id(), "cannot count the quota of its access link (" + why + ")")));
        return hosts;
    }

    /** The same with the service and start times that are known of the model now, so that nothing is read later. */
    public PlanningState settled(ApplicationModel model) {
        List<ServiceTime> known = services.apply(model);
        List<LearnedStart> started = starts.apply(model);
        return new PlanningState(infrastructure, inventory, network, others, drained, speeds, chosen, any -> known, policy, weight,
                any -> started);
    }

    /** Provisioned hosts are only in the inventory; unreachable hosts are only in the infrastructure. */
    private boolean knows(String hostId) {
        return inventory.host(hostId).isPresent() || infrastructure.hosts().stream().anyMatch(host -> host.id().equals(hostId));
    }

    /**
     * Bandwidth of copies that a person or a rule chose at run time: plans keep that of the target, so that a plan made for another reason
     * does not undo it. A copy that uses no uplink has none in the target; it keeps what was chosen, for the time when it uses one again. A
     * choice ends when another model is submitted.
     */
    static final class ChosenBandwidth {

        private ChosenBandwidth() {}

        /**
         * @param kept choices that still apply, by copy ({@code web:1}); empty amounts if they are unknown
         * @param ordered bandwidth that the order of the plan chooses, by copy
         */
        static ApplicationModel fixed(ApplicationModel model, Optional<DeploymentPlan> target, Map<String, Optional<Bandwidth>> kept,
                Map<String, Bandwidth> ordered) {
            Map<String, Bandwidth> chosen = new TreeMap<>();
            kept.forEach((copy, amounts) -> amounts.ifPresent(known -> chosen.put(copy, known)));
            target.ifPresent(plan -> plan.bandwidth().stream().filter(one -> kept.containsKey(one.instance().toString()))
                    .forEach(one -> chosen.put(one.instance().toString(), new Bandwidth(one.share(), one.min(), one.max()))));
            chosen.putAll(ordered);
            chosen.keySet().removeIf(copy -> model.components().stream().noneMatch(component ->
                    component.id().equals(InstanceId.parse(copy).componentId())));
            return chosen.isEmpty() ? model : model.withPlacementRules(model.supplement().bonds().choosing(chosen));
        }
    }

    /**
     * Number of replicas of components that rules of the model scale: plans keep the number of the target, so that a plan made for another
     * reason does not undo what a rule did. The first plan of an application chooses the number by the rate of requests.
     */
    static final class ScaledReplicas {

        private ScaledReplicas() {}

        /**
         * @param ordered numbers that the order of the plan chooses, by component; within the bounds of the model after this
         * @param all whether all components keep their number, not only those that rules scale
         */
        static ApplicationModel fixed(ApplicationModel model, Optional<DeploymentPlan> target, Map<String, Integer> ordered, boolean all) {
            Set<String> scaled = model.supplement().adaptation().rules().stream().flatMap(rule -> rule.actions().stream())
                    .flatMap(action -> action instanceof Action.Scale scale ? Stream.of(scale.componentId()) : Stream.empty())
                    .collect(Collectors.toSet());
            return scaled.isEmpty() && !all ? model : model.withComponents(model.components().stream()
                    .map(component -> all || scaled.contains(component.id()) ? fixed(component, target, ordered) : component).toList());
        }

        private static Component fixed(Component component, Optional<DeploymentPlan> target, Map<String, Integer> ordered) {
            int running = (int) target.stream().flatMap(plan -> plan.instances().stream())
                    .filter(placed -> placed.instance().componentId().equals(component.id())).count();
            int wanted = ordered.getOrDefault(component.id(), running);
            if (component.scaling().isEmpty() || wanted == 0) {
                return component;
            }
            Scaling scaling = component.scaling().get();
            int number = Math.max(component.replicas(), Math.min(scaling.most(), wanted));
            return new Component(component.id(), component.stateful(), number, Optional.of(new Scaling(number, scaling.capacity())),
                    component.optional(), component.forms(), component.provides(), component.requires());
        }
    }
}
