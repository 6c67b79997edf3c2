package org.caravan.problem;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Queue;
import org.caravan.application.Request;
import org.caravan.application.Users;
import org.caravan.unit.Millis;

/**
 * How long requests wait at components that say what one replica of them can serve, once for each hop that leads there. Replicas are as many as the model says and
 * share what comes equally, so it does not depend on where they are.
 */
public final class Waiting {

    /** Stands for a wait without end: a day, which is no less than any promise allows. */
    public static final Millis WITHOUT_END = new Millis(86_400_000);

    private static final double TAIL = 0.95;

    private final ApplicationModel application;
    private final Map<String, Queue> queues = new HashMap<>();

    public Waiting(ApplicationModel application) {
        this.application = application;
        application.components().stream().filter(component -> component.scaling().isPresent())
                .forEach(component -> application.queueAt(component.id()).ifPresent(queue -> queues.put(component.id(), queue)));
    }

    /** Whether what takes so long, by a sum that has a wait in it, waits without end. */
    public static boolean isWithoutEnd(double millis) {
        // A sum of queues without end may be no number at all.
        return !(millis < WITHOUT_END.value());
    }

    /** What a request takes, in words: figures of one that waits without end say nothing. */
    public static String words(Millis time) {
        return isWithoutEnd(time.value()) ? "without end" : time.toString();
    }

    /** Empty where the component does not say what it can serve. */
    public Optional<Queue> queue(String componentId) {
        return Optional.ofNullable(queues.get(componentId));
    }

    /** The mean, or the 95th percentile; {@link #WITHOUT_END} where more comes than is served. */
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
     * What a promise counts: the time that so many requests do not wait longer; never less than the mean, for of a sum of several waits a low percentile may be above the sum of theirs.
     *
     * @param percentile above 0 and below 100
     */
    public Millis promised(String componentId, double percentile) {
        Queue queue = queues.get(componentId);
        return queue == null ? Millis.ZERO : ended(Math.max(queue.meanMillis(), queue.quantileMillis(percentile / 100)));
    }

    /** Of one request of these users: the sum over its hops, as of {@link #promised(String, double)}. */
    public Millis promised(Request request, Users users, double percentile) {
        return sum(request, users, componentId -> promised(componentId, percentile));
    }

    /** Of one request of these users: the sum over its hops; for the tail the sum of their tails, which is rather more than the tail of the sum. */
    public Millis of(Request request, Users users, RttStatistic statistic) {
        return sum(request, users, componentId -> at(componentId, statistic));
    }

    /** Components, in order of id, whose replicas get as much as they serve or more: queues there grow without bound, and no placement changes that. */
    public List<String> overloaded() {
        return queues.entrySet().stream().filter(queue -> !queue.getValue().stable()).map(Map.Entry::getKey).sorted().toList();
    }

    /**
     * Mean waiting times in all goals on latency, in ms times their weights: of each request that a goal names, over the users who send it by their shares.
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

    private Millis sum(Request request, Users users, Function<String, Millis> waits) {
        Millis sum = Millis.ZERO;
        if (!queues.isEmpty()) {
            for (Hop hop : application.hops(request, users)) {
                sum = sum.plus(waits.apply(hop.to()));
            }
        }
        return sum;
    }
}
