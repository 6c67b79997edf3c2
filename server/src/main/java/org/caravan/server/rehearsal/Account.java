package org.caravan.server.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Hop;
import org.caravan.application.Slo;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.PlanReport.SloLatency;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.server.broker.PlanOrder;
import org.caravan.unit.MonthlyCost;

/**
 * What a sequence of placements costs and which promises it keeps, minute by minute, by the latencies that the measured paths and the
 * waiting times at the replicas give for the rates of that minute. A promise is also violated while every copy of a component that its
 * request needs is on a silent host. Two placements are compared by the same measure. Used by one thread.
 */
final class Account {

    private static final int MOST_KNOWN = 2_000;
    private static final double MILLIS = 1_000;

    private final Scene scene;
    private final Rates rates;
    private final SortedMap<String, Integer> violated = new TreeMap<>();
    private final Map<String, PlacementProblem> problems = new LinkedHashMap<>();
    private final Map<List<Object>, Figures> known = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Object>, Figures> eldest) {
            return size() > MOST_KNOWN;
        }
    };
    private double cents;

    /** @param seconds latency at the percentile of each promise, the largest over groups of users; unknown ones are absent */
    private record Figures(Map<String, Double> seconds, Set<String> broken, long centsPerMonth) {}

    Account(Scene scene) {
        this.scene = scene;
        this.rates = new Rates(scene.observed().rates());
        scene.model().slos().forEach(slo -> violated.put(slo.id(), 0));
    }

    /** Adds the time from now on for which the placement is in force. @return promises that are violated now */
    Set<String> add(Instant at, DeploymentPlan plan, Duration length) {
        Figures figures = figures(at, plan);
        Set<String> broken = new HashSet<>(figures.broken());
        Set<String> gone = gone(at, plan);
        scene.model().slos().stream().filter(slo -> needs(slo, gone)).forEach(slo -> broken.add(slo.id()));
        broken.forEach(id -> violated.merge(id, 1, Integer::sum));
        cents += figures.centsPerMonth() * (double) length.toSeconds() / MonthlyCost.SECONDS_PER_MONTH;
        return broken;
    }

    /** Minutes in which each promise was violated. */
    SortedMap<String, Integer> violatedMinutes() {
        return violated;
    }

    double cents() {
        return cents;
    }

    /** Latency at the percentile of a promise, in s. */
    OptionalDouble seconds(Instant at, DeploymentPlan plan, String sloId) {
        return Optional.ofNullable(figures(at, plan).seconds().get(sloId)).map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }

    private Figures figures(Instant at, DeploymentPlan plan) {
        Assumptions supposed = Suppositions.at(scene.observed(), at);
        PlacementProblem placed = problems.computeIfAbsent(plan.digest(), unknown -> scene.state().problem(scene.model(), scene.model(),
                Optional.of(plan), PlanOrder.PLAIN));
        ApplicationModel now = rates.now(placed.application(), at);
        return known.computeIfAbsent(List.of(plan.digest(), now.users(), supposed.texts()), unknown -> figures(supposed.appliedTo(
                placed.withApplication(now)), plan));
    }

    private static Figures figures(PlacementProblem problem, DeploymentPlan plan) {
        PlanFigures figures = new PlanFigures(problem.byValue(), plan);
        List<SloLatency> promises = figures.latencies().stream().map(RequestLatency::slos).flatMap(List::stream).toList();
        return new Figures(promises.stream().collect(Collectors.toMap(SloLatency::sloId, one -> one.latency().value() / MILLIS, Math::max)),
                promises.stream().filter(one -> !one.kept()).map(SloLatency::sloId).collect(Collectors.toSet()), figures.cost().value());
    }

    /** Components of which no copy answers. */
    private Set<String> gone(Instant at, DeploymentPlan plan) {
        if (scene.observed().hosts().isEmpty()) {
            return Set.of();
        }
        Set<String> all = plan.instances().stream().map(placed -> placed.instance().componentId()).collect(Collectors.toSet());
        all.removeAll(plan.instances().stream().filter(placed -> !scene.observed().silent(placed.hostId(), at))
                .map(placed -> placed.instance().componentId()).collect(Collectors.toSet()));
        return all;
    }

    private boolean needs(Slo slo, Set<String> gone) {
        return !gone.isEmpty() && scene.model().requests().stream().filter(request -> request.id().equals(slo.requestId()))
                .flatMap(request -> request.hops().stream()).map(Hop::to).anyMatch(gone::contains);
    }
}
