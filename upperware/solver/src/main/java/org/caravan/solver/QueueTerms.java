package org.caravan.solver;

import java.util.List;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.TrafficModel;
import org.caravan.problem.Waiting;

/**
 * What queues at replicas (M/M/1, {@link org.caravan.application.Queue}) add to the score of every placement: it follows from numbers of replicas and rates of requests, not from
 * hosts. So a search for hosts is as fast as without it; numbers of replicas are compared by it.
 *
 * @param waiting mean waiting times in goals on latency, in points (hundredths of 1 ms at weight 1)
 * @param overloaded ids of components whose replicas get as much as they serve or more: no placement of them is feasible
 */
record QueueTerms(boolean any, long waiting, List<String> overloaded) {

    static final QueueTerms NONE = new QueueTerms(false, 0, List.of());

    private static final double POINTS_PER_MILLISECOND = 100;

    static QueueTerms of(PlacementProblem problem) {
        if (problem.application().components().stream().noneMatch(component -> component.scaling().isPresent())) {
            return NONE;
        }
        Waiting waiting = new Waiting(problem.application());
        double millis = waiting.ofGoals(new TrafficModel(problem.application()));
        return new QueueTerms(true, Math.round(POINTS_PER_MILLISECOND * millis), waiting.overloaded());
    }

    /** Hard penalty. */
    long overload() {
        return overloaded.size() * HardWeight.BROKEN;
    }
}
