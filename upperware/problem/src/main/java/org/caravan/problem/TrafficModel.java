package org.caravan.problem;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.ReadReplicas;
import org.caravan.application.Users;
import org.caravan.problem.RequestRouting.Crossing;

/** Computes the traffic of each link of an application from its requests and their senders. */
public final class TrafficModel {

    private final ApplicationModel application;
    private final RequestRouting crossings;
    /** Ids of read replicas, to avoid a lookup for most of thousands of links. */
    private final Set<String> readReplicas;
    private final Map<String, Double> rates = new HashMap<>();
    private final Map<String, List<Users>> senders = new HashMap<>();
    private final Map<String, List<Goal.MinimiseLatency>> goals = new HashMap<>();

    public TrafficModel(ApplicationModel application) {
        this.application = application;
        this.crossings = new RequestRouting(application);
        this.readReplicas = application.components().stream().filter(component -> ReadReplicas.primary(component).isPresent())
                .map(Component::id).collect(Collectors.toSet());
        application.users().forEach(users -> users.mix().forEach((requestId, share) -> {
            senders.computeIfAbsent(requestId, unused -> new ArrayList<>()).add(users);
            rates.merge(requestId, users.rate().value() * share, Double::sum);
        }));
        latencyGoals().forEach(goal -> goals.computeIfAbsent(goal.requestId(), unused -> new ArrayList<>()).add(goal));
    }

    /** Traffic per second over all users. If no users send a request that crosses the link, one of each request. */
    public Traffic ofLink(String fromComponentId, String toComponentId) {
        Traffic weighted = Traffic.NONE;
        Traffic plain = Traffic.NONE;
        for (Crossing one : crossings.of(fromComponentId, toComponentId)) {
            plain = plain.plus(one.traffic());
            weighted = weighted.plus(one.traffic().times(rate(one)));
        }
        return weighted.roundTrips() > 0 ? weighted : plain;
    }

    /**
     * Bytes per second that all users' requests send over the link, both directions together, including the copying to read replicas; 0 if
     * none are sent.
     */
    public double bytesPerSecond(String fromComponentId, String toComponentId) {
        return crossings.of(fromComponentId, toComponentId).stream().mapToDouble(one -> one.traffic().bytes() * rate(one)).sum()
                + (readReplicas.contains(fromComponentId) ? ReadReplicas.copiedPerSecond(application, fromComponentId, toComponentId) : 0);
    }

    /** Traffic of one average request of these users; {@link Traffic#NONE} if they never enter here. */
    public Traffic ofEntry(Users users, String componentId) {
        Traffic sum = Traffic.NONE;
        for (Crossing one : crossings.entering(users, componentId)) {
            sum = sum.plus(one.traffic().times(users.mix().getOrDefault(one.request().id(), 0.0)));
        }
        return sum;
    }

    /** Traffic of one average request that crosses the link; one round trip if there is none. */
    public Traffic ofOneOnLink(String fromComponentId, String toComponentId) {
        Traffic all = ofLink(fromComponentId, toComponentId);
        List<Crossing> crossing = crossings.of(fromComponentId, toComponentId);
        double perSecond = crossing.stream().mapToDouble(this::rate).sum();
        return one(all, perSecond > 0 ? perSecond : crossing.size());
    }

    /** Traffic of one average request by which these users enter here; one round trip if there is none. */
    public Traffic ofOneEntry(Users users, String componentId) {
        double share = crossings.entering(users, componentId).stream().mapToDouble(one -> users.mix().getOrDefault(one.request().id(), 0.0))
                .sum();
        return one(ofEntry(users, componentId), share);
    }

    private static Traffic one(Traffic all, double requests) {
        return all.roundTrips() > 0 && requests > 0 ? all.times(1 / requests) : new Traffic(1, 0);
    }

    /** Traffic whose latency is the link's contribution to the weighted sum of all latency goals. */
    public Traffic goalOfLink(String fromComponentId, String toComponentId) {
        Traffic sum = Traffic.NONE;
        for (Crossing one : crossings.of(fromComponentId, toComponentId)) {
            boolean sent = !senders(one.request().id()).isEmpty();
            for (Goal.MinimiseLatency goal : goalsOf(one)) {
                double share = one.only().map(users -> shareOf(users, goal.requestId())).orElse(1.0);
                sum = sum.plus(one.waited().times(sent ? goal.weight() * share : 0));
            }
        }
        return sum;
    }

    /** Like {@link #goalOfLink}, for the requests of these users to the component. */
    public Traffic goalOfEntry(Users users, String componentId) {
        Traffic sum = Traffic.NONE;
        for (Crossing one : crossings.entering(users, componentId)) {
            for (Goal.MinimiseLatency goal : goalsOf(one)) {
                sum = sum.plus(one.waited().times(goal.weight() * shareOf(users, goal.requestId())));
            }
        }
        return sum;
    }

    /** Groups that send the request, in order of id. */
    public List<Users> senders(String requestId) {
        return Collections.unmodifiableList(senders.getOrDefault(requestId, List.of()));
    }

    /** Fraction of all requests of this kind that these users send, 0 to 1; equal fractions if all rates are 0. */
    public double shareOf(Users users, String requestId) {
        if (!users.mix().containsKey(requestId)) {
            return 0;
        }
        double all = rate(requestId);
        return all > 0 ? users.rate().value() * users.mix().get(requestId) / all
                : 1.0 / senders(requestId).size();
    }

    private double rate(Crossing crossing) {
        String requestId = crossing.request().id();
        return crossing.only().map(users -> users.rate().value() * users.mix().get(requestId)).orElseGet(() -> rate(requestId));
    }

    private double rate(String requestId) {
        return rates.getOrDefault(requestId, 0.0);
    }

    private List<Goal.MinimiseLatency> latencyGoals() {
        // Floating-point sums depend on their order; plans must not depend on the order of goals.
        return application.goals().stream().filter(Goal.MinimiseLatency.class::isInstance).map(Goal.MinimiseLatency.class::cast)
                .sorted(Comparator.comparing(Goal.MinimiseLatency::requestId).thenComparingDouble(Goal.MinimiseLatency::weight)).toList();
    }

    private List<Goal.MinimiseLatency> goalsOf(Crossing crossing) {
        return goals.getOrDefault(crossing.request().id(), List.of());
    }
}
