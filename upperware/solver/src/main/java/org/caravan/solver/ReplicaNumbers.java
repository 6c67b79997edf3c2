package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.caravan.plan.Certificate;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.ReplicaSearch.Tried;
import org.caravan.solver.score.SearchProgress;

/**
 * Chooses the open replica counts by planning the application with different counts: all combinations if there are few, otherwise a
 * pattern search. More replicas reduce the queueing delay but can increase the cost of hosts; the score compares both. Counts excluded by
 * a lower bound are not planned.
 */
final class ReplicaNumbers {

    /** Maximum number of combinations planned; if there are no more, all are planned. */
    private static final int FEW = 16;
    /** The minimum and the maximum counts are planned regardless of the effort. */
    private static final int AT_LEAST = 2;
    /** Limit on the sum of {@link #size} up to which repeated planning is affordable: some seconds. */
    private static final long AFFORDABLE = 2_000;
    /** Restricts a certificate to the planned replica counts. */
    static final String THESE = " with these numbers of replicas";

    private final PlacementProblem problem;
    private final NumberRange range;
    private final NumberBounds bounds;
    private final Function<PlacementProblem, Tried> planner;
    private long spent;
    private final Map<List<Integer>, Tried> tried = new LinkedHashMap<>();
    private List<Integer> best;
    private long bestWorth = Long.MAX_VALUE;

    /** @param planner planner of a problem with fixed counts */
    ReplicaNumbers(PlacementProblem problem, Function<PlacementProblem, Tried> planner) {
        this.range = NumberRange.of(problem);
        int proof = problem.policy().proofSeconds();
        // If a proof is requested, each combination gets an equal part of the time.
        this.problem = problem.withPolicy(problem.policy().withProof(proof == 0 ? 0
                : Math.max(1, (int) (proof / Math.min(range.choices(), FEW)))));
        this.bounds = new NumberBounds(problem, range);
        this.planner = planner;
    }

    static boolean concerns(PlacementProblem problem) {
        return NumberRange.of(problem).open();
    }

    /** Returns the best plan; empty if no combination has a placement. */
    Optional<Planned> planned() {
        attempt(range.least());
        if (range.choices() <= FEW) {
            // Maximum counts first: if hosts have capacity for them at no extra cost, nothing else can be better.
            List<List<Integer>> all = range.all();
            for (int i = all.size() - 1; i > 0; i--) {
                attempt(all.get(i));
            }
        } else {
            attempt(range.most());
            pattern();
        }
        return Optional.ofNullable(best).map(numbers -> (Planned) tried.get(numbers).whole().get())
                .map(found -> new Planned(found.plan(), found.report().with(certificate(found.report().certificate()), notes())));
    }

    /** Pattern search: changes one count at a time, initially by half of its range (Hooke and Jeeves, "Direct search", 1961). */
    private void pattern() {
        List<Integer> from = best == null ? range.least() : best;
        int[] steps = IntStream.range(0, range.size()).map(component ->
                (range.most().get(component) - range.least().get(component) + 1) / 2).toArray();
        while (affordable() && Arrays.stream(steps).anyMatch(step -> step > 0)) {
            for (int component = 0; component < steps.length && affordable(); component++) {
                for (int sign : new int[] {1, -1}) {
                    attempt(range.moved(from, component, sign * steps[component]));
                }
            }
            boolean gained = best != null && !best.equals(from);
            from = best == null ? from : best;
            for (int component = 0; component < steps.length && !gained; component++) {
                steps[component] /= 2;
            }
        }
    }

    /** Plans with these counts, unless a bound shows that they cannot improve on the best plan. */
    private void attempt(List<Integer> numbers) {
        if (tried.containsKey(numbers) || !affordable() || best != null && bounds.below(numbers) >= points(best)) {
            return;
        }
        SearchProgress.look("compares numbers of replicas");
        PlacementProblem numbered = range.with(problem, numbers);
        spent += size(numbered) * AlternativeSearch.attempts(numbered);
        Tried outcome = planner.apply(numbered);
        tried.put(numbers, outcome);
        if (outcome.outcome() instanceof Planned planned) {
            bounds.planned(numbers, planned.report().certificate());
            long worth = planned.report().certificate().points() + problem.policy().moveCostCents() * range.changes(numbers);
            if (worth < bestWorth) {
                best = numbers;
                bestWorth = worth;
            }
        } else {
            bounds.refused(numbers, numbered);
        }
    }

    private boolean affordable() {
        return tried.size() < AT_LEAST || tried.size() < FEW && spent < AFFORDABLE;
    }

    /** Approximate planning effort, in links. */
    private static long size(PlacementProblem problem) {
        return NumberBounds.effort(problem) / NumberBounds.HOSTS_PER_LINK;
    }

    private long points(List<Integer> numbers) {
        return certificate(numbers).points();
    }

    private Certificate certificate(List<Integer> numbers) {
        return ((Planned) tried.get(numbers).outcome()).report().certificate();
    }

    /** Certificate for all counts if each of them has a known bound; otherwise restricted to the chosen counts. */
    private Certificate certificate(Certificate own) {
        long bound = own.bound();
        for (Map.Entry<List<Integer>, Tried> one : tried.entrySet()) {
            bound = Math.min(bound, one.getValue().outcome() instanceof Planned planned ? planned.report().certificate().bound()
                    : bounds.below(one.getKey()));
        }
        if (tried.size() < range.choices()) {
            bound = Math.min(bound, range.isEnumerable() ? range.all().stream().filter(numbers -> !tried.containsKey(numbers))
                    .mapToLong(bounds::below).min().orElse(bound)
                    : bounds.belowAll());
        }
        return !own.known() ? own : bound >= 0 ? own.within(bound) : own.covering(own.scope() + THESE);
    }

    private List<String> notes() {
        List<Integer> least = range.least();
        if (best.equals(least)) {
            return List.of();
        }
        String changed = IntStream.range(0, range.size()).filter(component -> !best.get(component).equals(least.get(component)))
                .mapToObj(component -> best.get(component) + " of " + range.ids().get(component) + ", not " + least.get(component))
                .collect(Collectors.joining("; "));
        List<String> notes = new ArrayList<>();
        notes.add("more replicas than the least that serve: " + changed + (tried.get(least).outcome() instanceof Planned
                ? String.format(Locale.ROOT, ": the plan is %.2f better by its goals, which count what requests wait",
                        (points(least) - points(best)) / 100.0)
                : ": with the least there is no placement"));
        return notes;
    }
}
