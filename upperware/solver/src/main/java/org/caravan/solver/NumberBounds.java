package org.caravan.solver;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.plan.Certificate;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.bound.Feasibility;
import org.caravan.solver.model.QueueTerms;

/**
 * Lower bounds on the cost of plans with replica counts that were not planned. From a placement with more replicas, the replicas farthest
 * from their peers can be removed. Hosts and links then cost no more, because replicas have equal shares of the traffic. So a bound
 * without queueing delay for fewer replicas also holds for more replicas; the queueing delay is known for each count. The argument holds
 * up to the rounding of links and up to moves of running copies. SLOs, affinities and formulas may need more replicas, and of alternatives
 * not all are planned; if there are any, no bound is known.
 */
final class NumberBounds {

    /** Candidate hosts of an instance that cost as much planning effort as one link. */
    static final long HOSTS_PER_LINK = 50;

    static final long UNKNOWN = -1;

    private final NumberRange range;
    private final boolean monotone;
    /** By component of the range, then by count from its minimum: queueing delay in points, less the common part. */
    private final double[][] waiting;
    private final double waitingAtLeast;
    private final long slack;
    /** Lower bounds in points without queueing delay, by replica counts. */
    private final Map<List<Integer>, Double> places = new HashMap<>();
    /** Replica counts: whether infeasibility is proved. */
    private final Map<List<Integer>, Boolean> impossible = new HashMap<>();

    NumberBounds(PlacementProblem problem, NumberRange range) {
        this.range = range;
        ApplicationModel model = problem.application();
        this.monotone = model.slos().isEmpty() && model.supplement().bonds().couplings().isEmpty()
                && model.supplement().adaptation().utilities().isEmpty() && !AlternativeSearch.concerns(problem);
        this.waitingAtLeast = waits(range.with(range.least()));
        this.waiting = new double[range.size()][];
        for (int i = 0; i < waiting.length; i++) {
            int component = i;
            int least = range.least().get(i);
            waiting[i] = IntStream.rangeClosed(least, range.most().get(i))
                    .mapToDouble(number -> waits(range.with(range.moved(range.least(), component, number - least))) - waitingAtLeast)
                    .toArray();
        }
        long now = problem.current().stream().filter(current -> range.ids().contains(current.instance().componentId())).count();
        this.slack = 2 * links(range.with(range.most()).application()) + 1 + now * problem.policy().moveCostCents();
    }

    private static double waits(PlacementProblem problem) {
        return QueueTerms.points(problem.application());
    }

    /** Number of links between copies of components that can call each other, and from users. The score rounds each link separately. */
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

    /** Approximate effort to plan the problem once, in candidate hosts of an instance; at least 0. */
    static long effort(PlacementProblem problem) {
        return problem.application().components().stream().mapToLong(Component::replicas).sum() * problem.infrastructure().hosts().size()
                + links(problem.application()) * HOSTS_PER_LINK;
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

    /** Records that no placement was found. @param with the problem with these counts */
    void refused(List<Integer> numbers, PlacementProblem with) {
        impossible.put(numbers, !AlternativeSearch.concerns(with) && new Feasibility().of(with) == Feasibility.Verdict.NO);
    }

    /** Lower bound in points for these replica counts; {@link Long#MAX_VALUE} if infeasible, {@link #UNKNOWN} if not known. */
    long below(List<Integer> numbers) {
        if (impossible.getOrDefault(numbers, false) || monotone && impossible.entrySet().stream()
                .anyMatch(one -> one.getValue() && atMost(one.getKey(), numbers))) {
            return Long.MAX_VALUE;
        }
        double below = UNKNOWN;
        for (Map.Entry<List<Integer>, Double> one : monotone ? places.entrySet() : Map.<List<Integer>, Double>of().entrySet()) {
            below = atMost(one.getKey(), numbers) ? Math.max(below, one.getValue() + waits(numbers) - slack) : below;
        }
        return (long) Math.floor(below);
    }

    /** Lower bound for all replica counts of the range. */
    long belowAll() {
        Double least = places.get(range.least());
        return !monotone || least == null ? UNKNOWN : Math.max(UNKNOWN, (long) Math.floor(least + waits(range.most()) - slack));
    }

    private static boolean atMost(List<Integer> fewer, List<Integer> more) {
        return IntStream.range(0, fewer.size()).allMatch(component -> fewer.get(component) <= more.get(component));
    }
}
