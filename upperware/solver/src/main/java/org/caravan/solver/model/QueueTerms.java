package org.caravan.solver.model;

import java.util.List;
import org.caravan.application.ApplicationModel;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.QueueingDelay;
import org.caravan.problem.TrafficModel;

/**
 * Contribution of queues at replicas (M/M/1, {@link org.caravan.application.Queue}) to the score. It depends on replica counts and request
 * rates, not on hosts, so it does not slow down the search for hosts. It matters for the comparison of replica counts.
 *
 * @param waiting mean queueing delay in latency goals, in points (hundredths of 1 ms at weight 1)
 * @param overloaded ids of components with an arrival rate at or above the service rate: every placement is infeasible
 */
public record QueueTerms(boolean any, long waiting, List<String> overloaded) {

    static final QueueTerms NONE = new QueueTerms(false, 0, List.of());

    private static final double POINTS_PER_MILLISECOND = 100;

    static QueueTerms of(PlacementProblem problem) {
        if (problem.application().components().stream().noneMatch(component -> component.scaling().isPresent())) {
            return NONE;
        }
        QueueingDelay waiting = new QueueingDelay(problem.application());
        return new QueueTerms(true, Math.round(points(problem.application(), waiting)), waiting.overloaded());
    }

    /** Mean queueing delay in latency goals, in points before rounding. */
    public static double points(ApplicationModel model) {
        return points(model, new QueueingDelay(model));
    }

    private static double points(ApplicationModel model, QueueingDelay waiting) {
        return POINTS_PER_MILLISECOND * waiting.ofGoals(new TrafficModel(model));
    }

    /** Hard penalty. */
    public long overload() {
        return overloaded.size() * PenaltyWeights.BROKEN;
    }
}
