package org.caravan.problem;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.caravan.application.ApplicationModel;
import org.caravan.application.CallGraph;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Queue;
import org.caravan.application.Request;
import org.caravan.application.Users;
import org.caravan.unit.Millis;

/**
 * Queueing delay of requests at components that declare a capacity per replica, once for each hop to the component. Replica counts are
 * those of the model and replicas share the load equally, so the delay does not depend on the placement.
 */
public final class QueueingDelay {

    /** Represents an unbounded delay: one day, more than any SLO allows. */
    public static final Millis WITHOUT_END = new Millis(86_400_000);

    private static final double TAIL = 0.95;

    private final ApplicationModel application;
    private final Map<String, Queue> queues = new HashMap<>();

    public QueueingDelay(ApplicationModel application) {
        this.application = application;
        application.components().stream().filter(component -> component.scaling().isPresent())
                .forEach(component -> application.queueAt(component.id()).ifPresent(queue -> queues.put(component.id(), queue)));
    }

    /** Whether a time that includes queueing delay is unbounded. */
    public static boolean isWithoutEnd(double millis) {
        // A sum of unbounded delays can be NaN.
        return !(millis < WITHOUT_END.value());
    }

    /** Text of a request's time; unbounded times have no meaningful number. */
    public static String words(Millis time) {
        return isWithoutEnd(time.value()) ? "without end" : time.toString();
    }

    /** Empty if the component declares no capacity. */
    public Optional<Queue> queue(String componentId) {
        return Optional.ofNullable(queues.get(componentId));
    }

    /** Mean or 95th percentile; {@link #WITHOUT_END} if the load exceeds the capacity. */
    public Millis at(String componentId, RttStatistic statistic) {
        Queue queue = queues.get(componentId);
        if (queue == null) {
            return Millis.ZERO;
        }
        return ended(statistic.isTail() ? queue.quantileMillis(TAIL) : queue.meanMillis());
    }

    private static Millis ended(double millis) {
        return isWithoutEnd(millis) ? WITHOUT_END : new Millis(millis);
    }

    /**
     * Queueing delay used for an SLO: the percentile, but at least the mean. A low percentile of a sum of delays can exceed the sum of
     * their percentiles.
     *
     * @param percentile above 0 and below 100
     */
    public Millis promised(String componentId, double percentile) {
        Queue queue = queues.get(componentId);
        return queue == null ? Millis.ZERO : ended(Math.max(queue.meanMillis(), queue.quantileMillis(percentile / 100)));
    }

    /**
     * Delay of one request of these users: the sum of {@link #promised(String, double)} over its hops, at {@link
     * CallGraph#percentileOfHops}.
     */
    public Millis promised(Request request, Users users, double percentile) {
        if (queues.isEmpty()) {
            return Millis.ZERO;
        }
        double needed = new CallGraph(application.hops(request, users)).percentileOfHops(percentile);
        return sum(request, users, graph -> graph.ofPercentile(percentile), componentId -> promised(componentId, needed));
    }

    /**
     * Delay of one request of these users: the sum over its hops. For the tail it is the sum of the tails, which overestimates the tail of
     * the sum.
     */
    public Millis of(Request request, Users users, RttStatistic statistic) {
        return sum(request, users, graph -> statistic.shares(graph), componentId -> at(componentId, statistic));
    }

    /** Components, in order of id, with a load at or above their capacity: their queues are unbounded in every placement. */
    public List<String> overloaded() {
        return queues.entrySet().stream().filter(queue -> !queue.getValue().stable()).map(Map.Entry::getKey).sorted().toList();
    }

    /**
     * Mean queueing delay in all latency goals, in ms times weight: for each request with a goal, averaged over its users.
     *
     * @param traffic of the same application
     */
    public double ofGoals(TrafficModel traffic) {
        double sum = 0;
        for (Goal goal : queues.isEmpty() ? List.<Goal>of() : application.goals()) {
            if (goal instanceof Goal.MinimiseLatency latency) {
                for (Users users : traffic.senders(latency.requestId())) {
                    sum += latency.weight() * traffic.shareOf(users, latency.requestId())
                            * of(application.request(latency.requestId()), users, RttStatistic.MEAN).value();
                }
            }
        }
        return sum;
    }

    /** @param shares of the hops that count */
    private Millis sum(Request request, Users users, Function<CallGraph, double[]> shares, Function<String, Millis> waits) {
        Millis sum = Millis.ZERO;
        if (!queues.isEmpty()) {
            List<Hop> hops = application.hops(request, users);
            double[] counted = shares.apply(new CallGraph(hops));
            for (int hop = 0; hop < counted.length; hop++) {
                sum = sum.plus(waits.apply(hops.get(hop).to()).times(counted[hop]));
            }
        }
        return sum;
    }
}
