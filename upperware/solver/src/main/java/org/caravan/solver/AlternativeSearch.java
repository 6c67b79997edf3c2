package org.caravan.solver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.plan.Certificate;
import org.caravan.plan.CopySpecFactory;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.ReplicaSearch.Tried;
import org.caravan.solver.report.AlternativeText;
import org.caravan.solver.score.SearchProgress;

/**
 * Chooses the alternative of each copy, if a component has several forms of one kind. Copies are interchangeable, so a choice is the number
 * of copies of each alternative, and the search for a placement decides where they run. Plans the application first with the alternatives
 * that run now, then with all choices if there are few, otherwise with those that a coordinate descent meets.
 */
final class AlternativeSearch {

    /** Maximum number of choices that are planned; if there are no more, all are. */
    private static final int FEW = 32;
    /** Limit on the sum of {@link #size} up to which repeated planning is affordable: some seconds. */
    private static final long AFFORDABLE = 100_000;
    /** The alternatives that run now are planned regardless of the effort: with the usual and with the leanest one for new copies. */
    private static final int AT_LEAST = 2;
    /** Restricts a certificate to the planned alternatives. */
    private static final String THESE = " with these alternatives";

    private final PlacementProblem problem;
    private final Function<PlacementProblem, Tried> planner;
    private final List<Component> open;
    private final List<List<List<Form>>> alternatives;
    /** By copy on a host that remains: the alternative that it runs now. */
    private final Map<InstanceId, Integer> now;
    private final long choices;
    private final long size;
    /** By number of copies of each alternative, by component. */
    private final Map<List<List<Integer>>, Tried> tried = new LinkedHashMap<>();
    private final Map<List<List<Integer>>, Long> worths = new HashMap<>();

    /** @param planner planner of a problem with chosen alternatives */
    AlternativeSearch(PlacementProblem problem, Function<PlacementProblem, Tried> planner) {
        this.planner = planner;
        this.open = open(problem);
        this.alternatives = open.stream().map(Component::alternatives).toList();
        this.choices = choices(problem);
        int proof = problem.policy().proofSeconds();
        // If a proof is requested, each choice gets an equal part of the time.
        this.problem = problem.withPolicy(problem.policy().withProof(proof == 0 ? 0 : Math.max(1, proof / (int) Math.min(choices, FEW))));
        this.now = now();
        this.size = size(problem);
    }

    /** Maximum number of choices that are planned: 1 without alternatives. */
    static long attempts(PlacementProblem problem) {
        return Math.min(choices(problem), Math.min(FEW, Math.max(AT_LEAST, AFFORDABLE / size(problem) + 1)));
    }

    private static long choices(PlacementProblem problem) {
        return open(problem).stream().mapToLong(component -> splits(component.replicas(), component.alternatives().size()))
                .reduce(1, (one, other) -> Math.min(FEW + 1, one * other));
    }

    /** Approximate effort to plan one choice. */
    private static long size(PlacementProblem problem) {
        return Math.max(1, NumberBounds.effort(problem));
    }

    static boolean concerns(PlacementProblem problem) {
        return !open(problem).isEmpty();
    }

    static List<Component> open(PlacementProblem problem) {
        return problem.forms().isEmpty() ? problem.application().components().stream()
                .filter(component -> component.alternatives().size() > 1).toList() : List.of();
    }

    /** The same with the alternatives that run now; new copies get the one that most copies of their component run. */
    static PlacementProblem running(PlacementProblem problem) {
        if (!concerns(problem)) {
            return problem;
        }
        AlternativeSearch search = new AlternativeSearch(problem, chosen -> {
            throw new IllegalStateException("plans nothing");
        });
        return problem.withForms(search.forms(search.assigned(search.kept(search::usual))));
    }

    PlanningOutcome planned() {
        List<List<Integer>> first = kept(this::usual);
        attempt(first);
        if (choices <= FEW && choices * size < AFFORDABLE) {
            all().forEach(this::attempt);
        } else {
            attempt(kept(component -> AlternativeBounds.leanest(open.get(component))));
            descend();
        }
        List<List<Integer>> best = best();
        if (!(tried.get(best).outcome() instanceof Planned)) {
            return refused();
        }
        Planned found = (Planned) tried.get(best).whole().get();
        return new Planned(found.plan(), found.report().with(certificate(found.report().certificate()),
                new AlternativeText(problem, found.plan()).notes(components(best), points(best))));
    }

    private List<List<Integer>> best() {
        return worths.keySet().stream().min(Comparator.comparing((List<List<Integer>> one) -> worths.get(one))
                .thenComparing(one -> List.copyOf(tried.keySet()).indexOf(one))).orElseThrow();
    }

    /** Starts from what runs now and from all copies of each alternative, then moves one copy at a time to another alternative. */
    private void descend() {
        for (int component = 0; component < open.size(); component++) {
            for (int alternative = 0; alternative < alternatives.get(component).size(); alternative++) {
                attempt(with(best(), component, pure(component, alternative)));
            }
        }
        List<List<Integer>> before = null;
        while (!best().equals(before) && affordable()) {
            before = best();
            for (int component = 0; component < open.size(); component++) {
                for (List<Integer> split : neighbours(before.get(component))) {
                    attempt(with(best(), component, split));
                }
            }
        }
    }

    private static List<List<Integer>> neighbours(List<Integer> split) {
        List<List<Integer>> near = new ArrayList<>();
        for (int from = 0; from < split.size(); from++) {
            for (int to = 0; to < split.size(); to++) {
                if (from != to && split.get(from) > 0) {
                    List<Integer> moved = new ArrayList<>(split);
                    moved.set(from, split.get(from) - 1);
                    moved.set(to, split.get(to) + 1);
                    near.add(moved);
                }
            }
        }
        return near;
    }

    private void attempt(List<List<Integer>> choice) {
        if (tried.containsKey(choice) || !affordable()) {
            return;
        }
        SearchProgress.look("compares alternatives");
        Map<InstanceId, Integer> assigned = assigned(choice);
        Tried outcome = planner.apply(problem.withForms(forms(assigned)));
        tried.put(choice, outcome);
        long changed = assigned.entrySet().stream().filter(one -> now.containsKey(one.getKey())
                && !now.get(one.getKey()).equals(one.getValue())).count();
        worths.put(choice, outcome.outcome() instanceof Planned planned
                ? planned.report().certificate().points() + changed * problem.policy().moveCostCents() : Long.MAX_VALUE);
    }

    private boolean affordable() {
        return tried.size() < AT_LEAST || tried.size() < FEW && tried.size() * size < AFFORDABLE;
    }

    /** Copies on hosts that remain keep their alternative. @param added by component: alternative of the other copies */
    private List<List<Integer>> kept(Function<Integer, Integer> added) {
        return IntStream.range(0, open.size()).mapToObj(component -> {
            List<Integer> split = new ArrayList<>(Collections.nCopies(alternatives.get(component).size(), 0));
            copies(open.get(component)).forEach(copy -> {
                int alternative = Optional.ofNullable(now.get(copy)).orElseGet(() -> added.apply(component));
                split.set(alternative, split.get(alternative) + 1);
            });
            return List.copyOf(split);
        }).toList();
    }

    /** The alternative that most copies of the component run, otherwise the first. */
    private int usual(int component) {
        Map<Integer, Long> running = copies(open.get(component)).stream().map(now::get).filter(Objects::nonNull)
                .collect(Collectors.groupingBy(alternative -> alternative, TreeMap::new, Collectors.counting()));
        return IntStream.range(0, alternatives.get(component).size()).boxed()
                .max(Comparator.comparingLong((Integer one) -> running.getOrDefault(one, 0L)).thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }

    /** Copies keep the alternative that they run now as far as the numbers allow. */
    private Map<InstanceId, Integer> assigned(List<List<Integer>> choice) {
        Map<InstanceId, Integer> assigned = new TreeMap<>();
        for (int component = 0; component < open.size(); component++) {
            int[] left = choice.get(component).stream().mapToInt(Integer::intValue).toArray();
            List<InstanceId> copies = copies(open.get(component));
            copies.forEach(copy -> {
                Integer runs = now.get(copy);
                if (runs != null && left[runs] > 0) {
                    left[runs]--;
                    assigned.put(copy, runs);
                }
            });
            copies.stream().filter(copy -> !assigned.containsKey(copy)).forEach(copy -> {
                int next = IntStream.range(0, left.length).filter(alternative -> left[alternative] > 0).findFirst().orElseThrow();
                left[next]--;
                assigned.put(copy, next);
            });
        }
        return assigned;
    }

    private static List<InstanceId> copies(Component component) {
        return IntStream.rangeClosed(1, component.replicas()).mapToObj(index -> new InstanceId(component.id(), index)).toList();
    }

    private Map<InstanceId, List<Form>> forms(Map<InstanceId, Integer> assigned) {
        Map<InstanceId, List<Form>> forms = new TreeMap<>();
        for (int component = 0; component < open.size(); component++) {
            List<List<Form>> of = alternatives.get(component);
            copies(open.get(component)).forEach(copy -> forms.put(copy, of.get(assigned.get(copy))));
        }
        return forms;
    }

    /** A copy on an excluded or unobserved host is created again in any case, so it may change its image without cost. */
    private Map<InstanceId, Integer> now() {
        Map<InstanceId, Integer> runs = new TreeMap<>();
        Set<String> remaining = problem.inventory().hosts().stream().map(ObservedHost::hostId)
                .filter(hostId -> !problem.excluded().containsKey(hostId)).collect(Collectors.toSet());
        for (Component component : open) {
            List<List<Form>> all = component.alternatives();
            for (int alternative = 0; alternative < all.size(); alternative++) {
                int each = alternative;
                Map<InstanceId, List<Form>> forms = new TreeMap<>();
                copies(component).forEach(copy -> forms.put(copy, all.get(each)));
                CopySpecFactory specs = new CopySpecFactory(problem.withForms(forms));
                problem.current().stream().filter(current -> forms.containsKey(current.instance())
                        && remaining.contains(current.hostId())).filter(specs::sameAsNow)
                        .map(CurrentPlacement::instance).forEach(copy -> runs.putIfAbsent(copy, each));
            }
        }
        return runs;
    }

    /** Number of ways to split copies among alternatives, at most {@link #FEW} + 1. */
    private static long splits(int copies, int alternatives) {
        long ways = 1;
        for (int i = 1; i < alternatives; i++) {
            ways = ways * (copies + i) / i;
            if (ways > FEW) {
                return FEW + 1;
            }
        }
        return ways;
    }

    private List<List<List<Integer>>> all() {
        List<List<List<Integer>>> product = List.of(List.of());
        for (int component = 0; component < open.size(); component++) {
            List<List<Integer>> splits = split(open.get(component).replicas(), alternatives.get(component).size());
            product = product.stream().flatMap(begun -> splits.stream().map(split -> {
                List<List<Integer>> longer = new ArrayList<>(begun);
                longer.add(split);
                return longer;
            })).collect(Collectors.toList());
        }
        return product;
    }

    /** Earlier alternatives first, so that they win ties. */
    private static List<List<Integer>> split(int copies, int alternatives) {
        if (alternatives == 1) {
            return List.of(List.of(copies));
        }
        List<List<Integer>> splits = new ArrayList<>();
        for (int of = copies; of >= 0; of--) {
            for (List<Integer> rest : split(copies - of, alternatives - 1)) {
                List<Integer> whole = new ArrayList<>(List.of(of));
                whole.addAll(rest);
                splits.add(whole);
            }
        }
        return splits;
    }

    private List<List<Integer>> pure(Function<Integer, Integer> alternative) {
        return IntStream.range(0, open.size()).mapToObj(component -> pure(component, alternative.apply(component))).toList();
    }

    private List<Integer> pure(int component, int alternative) {
        List<Integer> split = new ArrayList<>(Collections.nCopies(alternatives.get(component).size(), 0));
        split.set(alternative, open.get(component).replicas());
        return split;
    }

    private static List<List<Integer>> with(List<List<Integer>> choice, int component, List<Integer> split) {
        List<List<Integer>> changed = new ArrayList<>(choice);
        changed.set(component, split);
        return changed;
    }

    /** The explanation of the leanest alternatives, as {@link AlternativeBounds#leanest} continues with them. */
    private PlanningOutcome refused() {
        List<List<Integer>> lean = pure(component -> AlternativeBounds.leanest(open.get(component)));
        Tried refused = tried.containsKey(lean) ? tried.get(lean) : planner.apply(problem.withForms(forms(assigned(lean))));
        return !(refused.outcome() instanceof NoPlacement none) ? refused.whole().get()
                : none.saying("These reasons hold for the alternatives of " + open.stream().map(Component::id)
                .collect(Collectors.joining(", ")) + " with the least memory; " + (tried.size() < choices ? "of the others, "
                + tried.size() + " choices were tried, without a placement." : "the others have no placement either."));
    }

    private long points(List<List<Integer>> choice) {
        return ((Planned) tried.get(choice).outcome()).report().certificate().points();
    }

    /** By component with alternatives: points of the best plan with other images; {@link Long#MAX_VALUE} if there is none. */
    private Map<Component, Long> components(List<List<Integer>> best) {
        Map<Component, Long> others = new LinkedHashMap<>();
        for (Component component : open) {
            List<String> taken = images(component, tried.get(best).outcome());
            others.put(component, tried.entrySet().stream().filter(one -> one.getValue().outcome() instanceof Planned)
                    .filter(one -> !images(component, one.getValue().outcome()).equals(taken)).mapToLong(one -> points(one.getKey())).min()
                    .orElse(Long.MAX_VALUE));
        }
        return others;
    }

    /** Images of the copies: choices are equal if they differ in a kind of form that no host of the plan runs. */
    private static List<String> images(Component component, PlanningOutcome outcome) {
        return ((Planned) outcome).plan().instances().stream().filter(placed -> placed.instance().componentId().equals(component.id()))
                .map(placed -> placed.spec().form() + " " + placed.spec().image()).sorted().toList();
    }

    /** Certificate for all choices if each was planned with a known bound; otherwise restricted to the planned alternatives. */
    private Certificate certificate(Certificate own) {
        long bound = tried.size() < choices ? -1 : tried.values().stream().mapToLong(one -> one.outcome() instanceof Planned planned
                ? planned.report().certificate().bound() : -1).min().orElse(-1);
        return !own.known() ? own : bound >= 0 ? own.within(Math.min(bound, own.points())) : own.covering(own.scope() + THESE);
    }
}
