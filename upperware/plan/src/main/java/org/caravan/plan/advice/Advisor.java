package org.caravan.plan.advice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Hop;
import org.caravan.application.Users;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.PlanReport.HopLatency;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.advice.Advice.Advised;
import org.caravan.plan.advice.Advice.Basis;
import org.caravan.plan.advice.Advice.Evidence;
import org.caravan.plan.advice.Advice.Figures;
import org.caravan.plan.advice.Advice.Latency;
import org.caravan.plan.advice.Advice.Replanned;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.QueueingDelay;

/**
 * Ranks refactorings of an application. Each is applied to the model; the figures of the changed model are those of plans, so that advice
 * predicts what planning the changed model predicts.
 */
public final class Advisor {

    /** Refactorings whose figures are computed, those of the slowest hops: large models have thousands. */
    private static final int EXAMINED = 400;
    /** Smaller savings, in ms per request, are below the noise of paths. */
    private static final double LEAST_MILLIS = 0.05;

    private final Question question;
    private final Planner planner;

    private Advisor(Question question, Planner planner) {
        this.question = question;
        this.planner = planner;
    }

    /** Plans at most 1 + 2 × {@link Question#plannings} times. */
    public static Advice advise(Question question, Planner planner) {
        return new Advisor(question, planner).advice();
    }

    private Advice advice() {
        PlacementProblem problem = question.problems().apply(question.model());
        PlanningOutcome again = planner.planForComparison(problem);
        Optional<Planned> planned = again instanceof Planned found ? Optional.of(found) : Optional.empty();
        Optional<DeploymentPlan> deployed = question.target().filter(target -> serves(problem, target));
        Optional<DeploymentPlan> basis = deployed.or(() -> planned.map(Planned::plan));
        Optional<Figures> optimum = planned.map(one -> figures(problem, one.plan()));
        Basis kind = deployed.isPresent() ? Basis.DEPLOYED : Basis.PLANNED;
        if (basis.isEmpty()) {
            return new Advice(kind, Optional.empty(), optimum, List.of(), 0, 0, ((NoPlacement) again).reasons());
        }
        Refactorings refactorings = new Refactorings(question.model(), question.cacheHits());
        List<HopRefactoring> ofHops = refactorings.ofHops();
        List<ReadReplicaRefactoring> ofComponents = refactorings.ofComponents();
        List<RequestLatency> hops = new PlanFigures(problem, basis.get()).latencies();
        Figures now = figures(problem, basis.get());
        List<Advised> staying = ofHops.stream().sorted(Comparator.comparingDouble((HopRefactoring one) -> -time(one, hops)))
                .limit(EXAMINED).map(one -> stay(one, basis.get(), now, evidence(one, hops)))
                .filter(one -> saves(now, one.stay()) || one.stay().filter(figures -> figures.cost().compareTo(now.cost()) < 0).isPresent())
                .sorted(ORDER).toList();
        List<Advised> all = new ArrayList<>();
        for (int index = 0; index < staying.size(); index++) {
            all.add(index < question.plannings() && optimum.isPresent() ? replanned(staying.get(index), basis.get(), optimum.get())
                    : staying.get(index));
        }
        if (optimum.isPresent()) {
            ofComponents.stream().limit(question.plannings()).map(one -> new Advised(one, 0, evidence(one, hops), Optional.empty(),
                    Optional.empty())).map(one -> replanned(one, basis.get(), optimum.get()))
                    .filter(one -> saves(optimum.get(), one.planned().flatMap(Replanned::figures))).forEach(all::add);
        }
        all.sort(ORDER);
        return new Advice(kind, Optional.of(now), optimum, all.stream().limit(question.most()).toList(),
                Math.min(EXAMINED, ofHops.size()) + (optimum.isPresent() ? Math.min(question.plannings(), ofComponents.size()) : 0),
                ofHops.size() + ofComponents.size(), List.of());
    }

    private static final Comparator<Advised> ORDER = Comparator.comparingDouble((Advised one) -> -one.worth())
            .thenComparing(one -> one.refactoring().subject()).thenComparing(one -> one.refactoring().kind());

    /** Whether all requests of the problem are known at the placement. A model that changed since may need other links. */
    private static boolean serves(PlacementProblem problem, DeploymentPlan target) {
        long sent = problem.application().users().stream().mapToLong(users -> users.mix().size()).sum();
        return new PlanFigures(problem, target).latencies().size() == sent;
    }

    private static Figures figures(PlacementProblem problem, DeploymentPlan plan) {
        PlanFigures figures = new PlanFigures(problem, plan);
        return new Figures(figures.latencies().stream().map(one ->
                new Latency(one.requestId(), one.usersId(), one.mean().value(), one.p95().value())).toList(), figures.cost());
    }

    private Advised stay(HopRefactoring refactoring, DeploymentPlan basis, Figures now, List<Evidence> evidence) {
        ApplicationModel changed = refactoring.applied(question.model());
        Figures stay = figures(question.problems().apply(changed), basis);
        return new Advised(refactoring, worth(now, stay), evidence, Optional.of(stay), Optional.empty());
    }

    /** Both placements are planned, so that the difference is that of the refactoring alone. */
    private Advised replanned(Advised advised, DeploymentPlan basis, Figures optimum) {
        PlacementProblem changed = question.problems().apply(advised.refactoring().applied(question.model()));
        if (!(planner.planForComparison(changed) instanceof Planned found)) {
            return new Advised(advised.refactoring(), advised.worth(), advised.evidence(), advised.stay(),
                    Optional.of(new Replanned(Optional.empty(), List.of())));
        }
        Figures figures = figures(changed, found.plan());
        return new Advised(advised.refactoring(), worth(optimum, figures), advised.evidence(), advised.stay(),
                Optional.of(new Replanned(Optional.of(figures), moves(basis, found.plan()))));
    }

    private static List<String> moves(DeploymentPlan from, DeploymentPlan to) {
        Map<InstanceId, String> before = new TreeMap<>();
        from.instances().forEach(placed -> before.put(placed.instance(), placed.hostId()));
        List<String> moves = new ArrayList<>();
        for (InstancePlacement placed : to.instances()) {
            String host = before.get(placed.instance());
            if (host == null) {
                moves.add(placed.instance() + " on " + placed.hostId());
            } else if (!host.equals(placed.hostId())) {
                moves.add(placed.instance() + " " + host + " -> " + placed.hostId());
            }
        }
        return moves;
    }

    private static boolean saves(Figures before, Optional<Figures> after) {
        return after.stream().flatMap(figures -> figures.latencies().stream()).anyMatch(latency ->
                before.latency(latency.requestId(), latency.usersId()).filter(was -> was.meanMillis() - latency.meanMillis() >= LEAST_MILLIS
                        || was.p95Millis() - latency.p95Millis() >= LEAST_MILLIS).isPresent());
    }

    /** Latency saved per second over all requests, in ms; if all rates are 0, over one request of each user group's mix. */
    private double worth(Figures before, Figures after) {
        return after.latencies().stream().mapToDouble(latency -> before.latency(latency.requestId(), latency.usersId())
                .map(was -> rate(latency.requestId(), latency.usersId()) * (bounded(was) - bounded(latency))).orElse(0.0)).sum();
    }

    private static double bounded(Latency latency) {
        return Math.min(latency.meanMillis(), QueueingDelay.WITHOUT_END.value());
    }

    private double rate(String requestId, String usersId) {
        List<Users> groups = question.model().users();
        boolean sent = groups.stream().anyMatch(users -> users.rate().value() > 0);
        return groups.stream().filter(users -> users.id().equals(usersId)).mapToDouble(users ->
                (sent ? users.rate().value() : 1) * users.mix().getOrDefault(requestId, 0.0)).sum();
    }

    /** Time of the hop over all requests per second, in ms; selects the refactorings to examine. */
    private double time(HopRefactoring refactoring, List<RequestLatency> hops) {
        return hops.stream().filter(latency -> latency.requestId().equals(refactoring.requestId()))
                .mapToDouble(latency -> rate(latency.requestId(), latency.usersId()) * latency.hops().stream()
                        .filter(hop -> isOf(refactoring.before(), hop)).mapToDouble(hop -> hop.latency().value()).sum()).sum();
    }

    private static List<Evidence> evidence(HopRefactoring refactoring, List<RequestLatency> hops) {
        return evidence(refactoring.requestId(), refactoring.before(), hops);
    }

    private List<Evidence> evidence(ReadReplicaRefactoring refactoring, List<RequestLatency> hops) {
        List<Evidence> all = new ArrayList<>();
        question.model().requests().forEach(request -> request.hops().stream()
                .filter(hop -> hop.reads() && hop.to().equals(refactoring.componentId()))
                .forEach(hop -> all.addAll(evidence(request.id(), hop, hops))));
        return all;
    }

    private static List<Evidence> evidence(String requestId, Hop hop, List<RequestLatency> hops) {
        List<Evidence> all = new ArrayList<>();
        hops.stream().filter(latency -> latency.requestId().equals(requestId)).forEach(latency -> latency.hops().stream()
                .filter(known -> isOf(hop, known)).findFirst().ifPresent(known -> all.add(new Evidence(requestId, latency.usersId(),
                        known.from(), known.to(), hop.turns(), hop.bytes().value(), known.path(), known.rtt().value(),
                        known.service().map(service -> service.mean().value()), known.latency().value(), known.meanPart(),
                        known.basis()))));
        return all;
    }

    /** Users with a router reach the component by it: the hop from the users is the evidence. */
    private static boolean isOf(Hop hop, HopLatency known) {
        return known.from().equals(hop.from()) && (hop.fromUsers() || known.to().equals(hop.to()));
    }
}
