package org.caravan.server.rehearsal;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.UnobservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.canonical.Digest;
import org.caravan.plan.BandwidthChange;
import org.caravan.plan.BandwidthChange.Conflict;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.planning.AutomaticPlans.Made;
import org.caravan.server.planning.PlanMaker;
import org.caravan.server.planning.PlanningState;

/**
 * Plans of a rehearsal, by the planner of the server. Nothing is stored. Equal problems have equal plans, so each is planned once. Used by
 * one thread.
 */
final class RehearsedPlans implements PlanMaker {

    private final Scene scene;
    private final Planner planner;
    private final Clock clock;
    private final Supplier<DeploymentPlan> target;
    private final Rates rates;
    private final Map<String, PlanningOutcome> known = new HashMap<>();
    private final Map<String, DeploymentPlan> plans = new HashMap<>();
    private final Map<String, PlanReport> reports = new HashMap<>();
    private final Map<String, Optional<Bandwidth>> reserved = new TreeMap<>();
    private int made;

    RehearsedPlans(Scene scene, Planner planner, Clock clock, Supplier<DeploymentPlan> target) {
        this.scene = scene;
        this.planner = planner;
        this.clock = clock;
        this.target = target;
        this.rates = new Rates(scene.observed().rates());
    }

    @Override
    public Made replacing(String application, Set<String> without) {
        return made(PlanOrder.replacing(without));
    }

    @Override
    public Made scaled(String application, Map<String, Integer> replicas) {
        return made(PlanOrder.scaling(replicas));
    }

    @Override
    public Made planned(String application, Map<String, Integer> replicas) {
        return made(new PlanOrder(Set.of(), 0, false, new TreeMap<>(replicas)));
    }

    @Override
    public Made renewed(String application, String instance) {
        return made(PlanOrder.renewing(instance));
    }

    @Override
    public Made leaving(String application, String hostId) {
        return made(PlanOrder.leaving(hostId));
    }

    /** Plans keep the bandwidth that a copy has in the target, once a rule asked for it. The server refuses the same two cases. */
    Made reserved(ApplicationModel model, DeploymentPlan now, Map<String, Bandwidth> wanted) {
        Map<InstanceId, Bandwidth> asked = new TreeMap<>();
        wanted.forEach((copy, amounts) -> asked.put(InstanceId.parse(copy), amounts));
        BandwidthChange.OfSeveral alone = BandwidthChange.ofSeveral(now, model, scene.state().infrastructure(), List.of(),
                path -> Optional.empty(), scene.state().weight(), asked);
        if (alone.answer() instanceof BandwidthChange.NoUplink) {
            return none("The traffic of (" + alone.asks() + ") uses no uplink of its site.");
        }
        if (alone.answer() instanceof BandwidthChange.Refused refused && refused.conflicts().stream().anyMatch(Conflict::undeclared)) {
            return none("An uplink of (" + alone.asks() + ") has no declared capacity, so no minimum can be kept on it.");
        }
        wanted.keySet().forEach(copy -> reserved.put(copy, Optional.empty()));
        return made(PlanOrder.dividing(wanted));
    }

    DeploymentPlan plan(String digest) {
        return plans.get(digest);
    }

    /** Empty for a plan that this rehearsal did not make. */
    Optional<PlanReport> report(String digest) {
        return Optional.ofNullable(reports.get(digest));
    }

    /** Number of plannings; problems that were planned before are not counted. */
    int plannings() {
        return made;
    }

    private Made made(PlanOrder order) {
        ApplicationModel accepted = scene.model();
        ApplicationModel measured = scene.terms().measuredRates() ? rates.planned(accepted, clock.instant()) : accepted;
        PlacementProblem problem = supposed().appliedTo(state().problem(accepted, measured, Optional.of(target.get()), order));
        PlanningOutcome outcome = known.computeIfAbsent(problem.digest(), unknown -> {
            made++;
            return planner.planForComparison(problem);
        });
        if (outcome instanceof NoPlacement none) {
            return none(none.reasons().toArray(String[]::new));
        }
        Planned planned = (Planned) outcome;
        DeploymentPlan plan = planned.plan();
        plans.put(plan.digest(), plan);
        reports.put(plan.digest(), planned.report());
        PlanDiff diff = PlanDiff.of(Optional.of(target.get()), plan, problem);
        return new Made(Optional.of(plan), plan.digest(), diff.canonicalText(), List.of(),
                diff.costBefore().map(cost -> cost.value()).orElse(0L), diff.costAfter().value());
    }

    private static Made none(String... reasons) {
        return new Made(Optional.empty(), Digest.of(String.join("\n", reasons)), "", List.of(reasons), 0, 0);
    }

    /** Hosts that are silent now are not observed. */
    private PlanningState state() {
        PlanningState all = scene.state();
        List<ObservedHost> hosts = new ArrayList<>();
        List<UnobservedHost> silent = new ArrayList<>(all.inventory().unobserved());
        for (ObservedHost host : all.inventory().hosts()) {
            if (scene.observed().silent(host.hostId(), clock.instant())) {
                silent.add(new UnobservedHost(host.hostId(), "It does not answer."));
            } else {
                hosts.add(host);
            }
        }
        Map<String, Optional<Bandwidth>> chosen = new TreeMap<>(reserved);
        chosen.putAll(all.chosen());
        return new PlanningState(all.infrastructure(), new Inventory(hosts, silent), all.network(), all.others(), all.drained(),
                all.speeds(), chosen, all.services(), all.policy(), all.weight(), all.starts());
    }

    private Assumptions supposed() {
        return Suppositions.at(scene.observed(), clock.instant());
    }
}
