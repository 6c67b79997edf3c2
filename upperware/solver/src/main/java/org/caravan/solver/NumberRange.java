package org.caravan.solver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.caravan.adaptation.Variable;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.UtilityModel;

/**
 * Open replica counts that affect goals or SLOs, ordered by component id.
 *
 * @param problem with the minimum counts at which no replica is overloaded
 * @param reference counts from which changes are measured: the running counts, otherwise the minimum
 */
record NumberRange(PlacementProblem problem, List<String> ids, List<Integer> least, List<Integer> most, List<Integer> reference) {

    /** Maximum number of combinations that are enumerated. */
    private static final int ENUMERABLE = 4_096;

    static NumberRange of(PlacementProblem problem) {
        Set<String> asked = asked(problem.application());
        List<String> ids = new ArrayList<>();
        List<Integer> least = new ArrayList<>();
        List<Integer> most = new ArrayList<>();
        List<Integer> reference = new ArrayList<>();
        for (Component component : problem.application().components()) {
            component.scaling().filter(scaling -> scaling.most() > component.replicas() && asked.contains(component.id()))
                    .ifPresent(scaling -> {
                int now = (int) problem.current().stream().filter(current -> current.instance().componentId().equals(component.id()))
                        .count();
                ids.add(component.id());
                least.add(component.replicas());
                most.add(scaling.most());
                reference.add(now == 0 ? component.replicas() : Math.max(component.replicas(), Math.min(scaling.most(), now)));
            });
        }
        return new NumberRange(problem, List.copyOf(ids), List.copyOf(least), List.copyOf(most), List.copyOf(reference));
    }

    /** Components with queueing delay in a request that a goal, an SLO or a formula refers to, or whose replicas a formula counts. */
    private static Set<String> asked(ApplicationModel model) {
        if (model.components().stream().noneMatch(component -> component.scaling().filter(scaling -> scaling.most() > component.replicas())
                .isPresent())) {
            return Set.of();
        }
        Set<String> requests = new HashSet<>();
        model.slos().forEach(slo -> requests.add(slo.requestId()));
        model.goals().forEach(goal -> {
            if (goal instanceof Goal.MinimiseLatency latency && latency.weight() > 0) {
                requests.add(latency.requestId());
            }
        });
        Set<String> asked = new HashSet<>();
        UtilityModel utilities = new UtilityModel(model);
        if (!utilities.counted().isEmpty()) {
            utilities.asked().forEach(one -> requests.add(one.requestId()));
            model.supplement().adaptation().variables().stream().filter(variable -> variable.property() == Variable.Property.REPLICAS)
                    .forEach(variable -> variable.componentId().ifPresent(asked::add));
        }
        model.users().forEach(users -> users.mix().keySet().stream().filter(id -> requests.contains(id) && users.rate().value() > 0)
                .forEach(id -> {
            Request request = model.request(id);
            model.hops(request, users).stream().map(Hop::to).forEach(asked::add);
        }));
        return asked;
    }

    boolean open() {
        return !ids.isEmpty();
    }

    int size() {
        return ids.size();
    }

    /** Number of combinations, capped at {@link Integer#MAX_VALUE}. */
    long choices() {
        long choices = 1;
        for (int component = 0; component < size(); component++) {
            choices = Math.min(Integer.MAX_VALUE, choices * (most.get(component) - least.get(component) + 1));
        }
        return choices;
    }

    boolean isEnumerable() {
        return choices() <= ENUMERABLE;
    }

    /** All combinations, from the minimum counts to the maximum counts. */
    List<List<Integer>> all() {
        List<List<Integer>> all = List.of(List.of());
        for (int component = 0; component < size(); component++) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> begun : all) {
                IntStream.rangeClosed(least.get(component), most.get(component)).forEach(number -> {
                    List<Integer> more = new ArrayList<>(begun);
                    more.add(number);
                    longer.add(List.copyOf(more));
                });
            }
            all = longer;
        }
        return all;
    }

    /** Changes one count, within the range of the model. */
    List<Integer> moved(List<Integer> numbers, int component, int by) {
        List<Integer> moved = new ArrayList<>(numbers);
        moved.set(component, Math.max(least.get(component), Math.min(most.get(component), numbers.get(component) + by)));
        return List.copyOf(moved);
    }

    /** Number of replicas by which the counts differ from the reference. */
    long changes(List<Integer> numbers) {
        return IntStream.range(0, size()).mapToLong(component -> Math.abs(numbers.get(component) - reference.get(component))).sum();
    }

    PlacementProblem with(List<Integer> numbers) {
        return with(problem, numbers);
    }

    /** @param of the same application, possibly with other planning settings */
    PlacementProblem with(PlacementProblem of, List<Integer> numbers) {
        Map<String, Integer> byId = new TreeMap<>();
        IntStream.range(0, size()).forEach(component -> byId.put(ids.get(component), numbers.get(component)));
        return of.withApplication(of.application().withComponents(of.application().components().stream()
                .map(component -> byId.containsKey(component.id()) ? component.withReplicas(byId.get(component.id())) : component)
                .toList()));
    }
}
