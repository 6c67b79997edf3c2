package org.caravan.solver;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.plan.Certificate;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.TrafficModel;
import org.caravan.problem.Waiting;

/**
 * What plans cost at least with numbers of replicas that were not planned. Of a placement of more replicas those can be left out that are farthest from their peers: then its hosts
 * and ways cost no more, as replicas have equal shares of what crosses a link. So what a placement of fewer replicas costs at least without waiting, one of more costs as well; how
 * long requests wait is known of each number. It holds up to the rounding of links, and to moves where copies run already. Promises, couplings and formulas may be kept by more
 * replicas alone: where there are any, nothing is known.
 */
final class NumberBounds {

    static final long UNKNOWN = -1;

    private final NumberRange range;
    private final boolean monotone;
    /** By component of the range, by number from its least: waiting in points; without what is the same for all numbers. */
    private final double[][] waiting;
    private final double waitingAtLeast;
    private final long slack;
    /** Points without waiting that no placement of so many stays below. */
    private final Map<List<Integer>, Double> places = new HashMap<>();
    /** Numbers that are proved to have no placement. */
    private final Map<List<Integer>, Boolean> impossible = new HashMap<>();

    NumberBounds(PlacementProblem problem, NumberRange range) {
        this.range = range;
        ApplicationModel model = problem.application();
        this.monotone = model.slos().isEmpty() && model.supplement().bonds().couplings().isEmpty() && model.supplement().adaptation().utilities().isEmpty();
        this.waitingAtLeast = waits(range.with(range.least()));
        this.waiting = new double[range.size()][];
        for (int i = 0; i < waiting.length; i++) {
            int component = i;
            int least = range.least().get(i);
            waiting[i] = IntStream.rangeClosed(least, range.most().get(i))
                    .mapToDouble(number -> waits(range.with(range.moved(range.least(), component, number - least))) - waitingAtLeast).toArray();
        }
        long now = problem.current().stream().filter(current -> range.ids().contains(current.instance().componentId())).count();
        this.slack = 2 * links(range.with(range.most()).application()) + 1 + now * problem.policy().moveCostCents();
    }

    private static double waits(PlacementProblem problem) {
        return 100 * new Waiting(problem.application()).ofGoals(new TrafficModel(problem.application()));
    }

    /** Of pairs of components that may call each other, and of users who enter: each is rounded in the score by itself. */
    static long links(ApplicationModel model) {
        long links = 0;
        for (Component component : model.components()) {
            links += (long) component.replicas() * model.users().size();
            for (String peer : component.requires().stream().map(required -> required.componentId()).distinct().toList()) {
                links += (long) component.replicas() * model.component(peer).replicas();
            }
        }
        return links;
    }

    private double waits(List<Integer> numbers) {
        double sum = waitingAtLeast;
        for (int component = 0; component < waiting.length; component++) {
            sum += waiting[component][numbers.get(component) - range.least().get(component)];
        }
        return sum;
    }

    void planned(List<Integer> numbers, Certificate certificate) {
        if (certificate.known()) {
            places.put(numbers, certificate.bound() - waits(numbers));
        }
    }

    /** @param with these numbers; no placement of it was found */
    void refused(List<Integer> numbers, PlacementProblem with) {
        impossible.put(numbers, new Feasibility().of(with) == Feasibility.Verdict.NO);
    }

    /** Points that no placement of so many replicas stays below, the greatest number where there is none; {@link #UNKNOWN} where nothing is known. */
    long below(List<Integer> numbers) {
        if (impossible.getOrDefault(numbers, false) || monotone && impossible.entrySet().stream().anyMatch(one -> one.getValue() && atMost(one.getKey(), numbers))) {
            return Long.MAX_VALUE;
        }
        double below = UNKNOWN;
        for (Map.Entry<List<Integer>, Double> one : monotone ? places.entrySet() : Map.<List<Integer>, Double>of().entrySet()) {
            below = atMost(one.getKey(), numbers) ? Math.max(below, one.getValue() + waits(numbers) - slack) : below;
        }
        return (long) Math.floor(below);
    }

    /** Of all numbers there may be. */
    long belowAll() {
        Double least = places.get(range.least());
        return !monotone || least == null ? UNKNOWN : Math.max(UNKNOWN, (long) Math.floor(least + waits(range.most()) - slack));
    }

    private static boolean atMost(List<Integer> fewer, List<Integer> more) {
        return IntStream.range(0, fewer.size()).allMatch(component -> fewer.get(component) <= more.get(component));
    }
}
