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
import org.caravan.application.Component;
import org.caravan.plan.Certificate;
import org.caravan.plan.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.ReplicaSearch.Tried;

/**
 * Decides how many replicas components have of which the model leaves the number open, by planning the application with each choice: all of them where these are few, else by a
 * pattern search over the numbers. What requests wait at replicas falls with their numbers and what hosts cost may rise, so both are compared, by the score. Numbers that a lower
 * bound excludes are not planned.
 */
final class ReplicaNumbers {

    /** Choices up to which all are planned, and how many of more. */
    private static final int FEW = 16;
    /** The least and the most are planned whatever that takes. */
    private static final int AT_LEAST = 2;
    /** Up to what sum of {@link #size} it is affordable to plan again and again: some seconds. */
    private static final long AFFORDABLE = 2_000;
    private static final long SEATS_LIKE_A_LINK = 50;
    /** In place of a certificate that holds for all numbers. */
    static final String THESE = " with these numbers of replicas";

    private final PlacementProblem problem;
    private final NumberRange range;
    private final NumberBounds bounds;
    private final Function<PlacementProblem, Tried> planner;
    private long spent;
    private final Map<List<Integer>, Tried> tried = new LinkedHashMap<>();
    private List<Integer> best;
    private long bestWorth = Long.MAX_VALUE;

    /** @param planner of a problem in which numbers are settled */
    ReplicaNumbers(PlacementProblem problem, Function<PlacementProblem, Tried> planner) {
        this.range = NumberRange.of(problem);
        int proof = problem.policy().proofSeconds();
        // Who proves the best of all has each of them proved, in a part of the time.
        this.problem = problem.withPolicy(problem.policy().withProof(proof == 0 ? 0 : Math.max(1, (int) (proof / Math.min(range.choices(), FEW)))));
        this.bounds = new NumberBounds(problem, range);
        this.planner = planner;
    }

    static boolean concerns(PlacementProblem problem) {
        return NumberRange.of(problem).open();
    }

    /** The best plan of those that were made; empty where none of these numbers has a placement. */
    Optional<Planned> planned() {
        attempt(range.least());
        if (range.choices() <= FEW) {
            // Most of all first: where hosts have room for them without being dearer, nothing else can be better.
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

    /** From the best one number up or down at a time, by half of the range at first (Hooke and Jeeves, "Direct search", 1961). */
    private void pattern() {
        List<Integer> from = best == null ? range.least() : best;
        int[] steps = IntStream.range(0, range.size()).map(component -> (range.most().get(component) - range.least().get(component) + 1) / 2).toArray();
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

    /** Unless a bound says that it is not better than the best so far. */
    private void attempt(List<Integer> numbers) {
        if (tried.containsKey(numbers) || !affordable() || best != null && bounds.below(numbers) >= points(best)) {
            return;
        }
        Watch.look("compares numbers of replicas");
        spent += size(range.with(numbers));
        Tried outcome = planner.apply(range.with(problem, numbers));
        tried.put(numbers, outcome);
        if (outcome.outcome() instanceof Planned planned) {
            bounds.planned(numbers, planned.report().certificate());
            long worth = planned.report().certificate().points() + problem.policy().moveCostCents() * range.changes(numbers);
            if (worth < bestWorth) {
                best = numbers;
                bestWorth = worth;
            }
        } else {
            bounds.refused(numbers, range.with(problem, numbers));
        }
    }

    private boolean affordable() {
        return tried.size() < AT_LEAST || tried.size() < FEW && spent < AFFORDABLE;
    }

    /** What planning it takes, about, in links. */
    private static long size(PlacementProblem problem) {
        long instances = problem.application().components().stream().mapToLong(Component::replicas).sum();
        return NumberBounds.links(problem.application()) + instances * problem.infrastructure().hosts().size() / SEATS_LIKE_A_LINK;
    }

    private long points(List<Integer> numbers) {
        return certificate(numbers).points();
    }

    private Certificate certificate(List<Integer> numbers) {
        return ((Planned) tried.get(numbers).outcome()).report().certificate();
    }

    /** Of all numbers, where something is known of each; else of these alone, and it says so. */
    private Certificate certificate(Certificate own) {
        long bound = own.bound();
        for (Map.Entry<List<Integer>, Tried> one : tried.entrySet()) {
            bound = Math.min(bound, one.getValue().outcome() instanceof Planned planned ? planned.report().certificate().bound() : bounds.below(one.getKey()));
        }
        if (tried.size() < range.choices()) {
            bound = Math.min(bound, range.isEnumerable() ? range.all().stream().filter(numbers -> !tried.containsKey(numbers)).mapToLong(bounds::below).min().orElse(bound)
                    : bounds.belowAll());
        }
        return !own.known() ? own : bound >= 0 ? own.within(bound) : own.covering(THESE);
    }

    private List<String> notes() {
        List<Integer> least = range.least();
        if (best.equals(least)) {
            return List.of();
        }
        String changed = IntStream.range(0, range.size()).filter(component -> !best.get(component).equals(least.get(component)))
                .mapToObj(component -> best.get(component) + " of " + range.ids().get(component) + ", not " + least.get(component)).collect(Collectors.joining("; "));
        List<String> notes = new ArrayList<>();
        notes.add("more replicas than the least that serve: " + changed + (tried.get(least).outcome() instanceof Planned
                ? String.format(Locale.ROOT, ": the plan is %.2f better by its goals, which count what requests wait", (points(least) - points(best)) / 100.0)
                : ": with the least there is no placement"));
        return notes;
    }
}
