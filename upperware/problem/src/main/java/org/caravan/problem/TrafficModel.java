package org.caravan.problem;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Users;

/** How much crosses each link of an application, from its requests and who sends them. */
public final class TrafficModel {

    /** @param from id of a component, or {@link Hop#USERS} */
    private record Ends(String from, String to) {}

    private record Crossing(Request request, Traffic traffic) {}

    private final ApplicationModel application;
    /** By both ends, in order of the requests' ids: asked for each link of an application, which may have thousands. */
    private final Map<Ends, List<Crossing>> crossings = new HashMap<>();
    private final Map<String, Double> rates = new HashMap<>();
    private final Map<String, List<Users>> senders = new HashMap<>();
    private final Map<String, List<Goal.MinimiseLatency>> goals = new HashMap<>();

    public TrafficModel(ApplicationModel application) {
        this.application = application;
        for (Request request : application.requests()) {
            Map<Ends, Traffic> sums = new LinkedHashMap<>();
            request.hops().forEach(hop -> sums.merge(new Ends(hop.from(), hop.to()), Traffic.of(hop), Traffic::plus));
            sums.forEach((ends, traffic) -> {
                if (!traffic.equals(Traffic.NONE)) {
                    crossings.computeIfAbsent(ends, unused -> new ArrayList<>()).add(new Crossing(request, traffic));
                }
            });
        }
        application.users().forEach(users -> users.mix().forEach((requestId, share) -> {
            senders.computeIfAbsent(requestId, unused -> new ArrayList<>()).add(users);
            rates.merge(requestId, users.rate().value() * share, Double::sum);
        }));
        latencyGoals().forEach(goal -> goals.computeIfAbsent(goal.requestId(), unused -> new ArrayList<>()).add(goal));
    }

    /** Per second, over all users. Where nobody sends a request that crosses it: one of each request. */
    public Traffic ofLink(String fromComponentId, String toComponentId) {
        Traffic weighted = Traffic.NONE;
        Traffic plain = Traffic.NONE;
        for (Crossing one : crossings(fromComponentId, toComponentId)) {
            plain = plain.plus(one.traffic());
            weighted = weighted.plus(one.traffic().times(rate(one.request().id())));
        }
        return weighted.roundTrips() > 0 ? weighted : plain;
    }

    /** Of one average request of these users; {@link Traffic#NONE} if they never enter here. */
    public Traffic ofEntry(Users users, String componentId) {
        Traffic sum = Traffic.NONE;
        for (Crossing one : crossings(Hop.USERS, componentId)) {
            sum = sum.plus(one.traffic().times(users.mix().getOrDefault(one.request().id(), 0.0)));
        }
        return sum;
    }

    /** Of one average request that crosses the link; a bare round trip where none does. */
    public Traffic ofOneOnLink(String fromComponentId, String toComponentId) {
        Traffic all = ofLink(fromComponentId, toComponentId);
        List<Crossing> crossing = crossings(fromComponentId, toComponentId);
        double perSecond = crossing.stream().mapToDouble(one -> rate(one.request().id())).sum();
        return one(all, perSecond > 0 ? perSecond : crossing.size());
    }

    /** Of one average request by which these users enter here; a bare round trip where none does. */
    public Traffic ofOneEntry(Users users, String componentId) {
        double share = crossings(Hop.USERS, componentId).stream()
                .mapToDouble(one -> users.mix().getOrDefault(one.request().id(), 0.0))
                .sum();
        return one(ofEntry(users, componentId), share);
    }

    private static Traffic one(Traffic all, double requests) {
        return all.roundTrips() > 0 && requests > 0 ? all.times(1 / requests) : new Traffic(1, 0);
    }

    /** Such that the latency of this traffic is the link's part in the weighted sum of all latency goals. */
    public Traffic goalOfLink(String fromComponentId, String toComponentId) {
        Traffic sum = Traffic.NONE;
        for (Crossing one : crossings(fromComponentId, toComponentId)) {
            boolean sent = !senders(one.request().id()).isEmpty();
            for (Goal.MinimiseLatency goal : goalsOf(one)) {
                sum = sum.plus(one.traffic().times(sent ? goal.weight() : 0));
            }
        }
        return sum;
    }

    /** As {@link #goalOfLink}, for what these users send to the component. */
    public Traffic goalOfEntry(Users users, String componentId) {
        Traffic sum = Traffic.NONE;
        for (Crossing one : crossings(Hop.USERS, componentId)) {
            for (Goal.MinimiseLatency goal : goalsOf(one)) {
                sum = sum.plus(one.traffic().times(goal.weight() * shareOf(users, goal.requestId())));
            }
        }
        return sum;
    }

    /** Groups that send the request, in order of id. */
    public List<Users> senders(String requestId) {
        return Collections.unmodifiableList(senders.getOrDefault(requestId, List.of()));
    }

    /** Part of all requests of this kind that these users send, 0 to 1; equal parts where all rates are 0. */
    public double shareOf(Users users, String requestId) {
        if (!users.mix().containsKey(requestId)) {
            return 0;
        }
        double all = rate(requestId);
        return all > 0
                ? users.rate().value() * users.mix().get(requestId) / all
                : 1.0 / senders(requestId).size();
    }

    private double rate(String requestId) {
        return rates.getOrDefault(requestId, 0.0);
    }

    private List<Goal.MinimiseLatency> latencyGoals() {
        List<Goal.MinimiseLatency> goals = new ArrayList<>();
        application.goals().forEach(goal -> {
            if (goal instanceof Goal.MinimiseLatency latency) {
                goals.add(latency);
            }
        });
        // Sums of floating-point numbers depend on their order; plans must not depend on the order of goals.
        goals.sort(Comparator.comparing(Goal.MinimiseLatency::requestId)
                .thenComparingDouble(Goal.MinimiseLatency::weight));
        return goals;
    }

    private List<Goal.MinimiseLatency> goalsOf(Crossing crossing) {
        return goals.getOrDefault(crossing.request().id(), List.of());
    }

    private List<Crossing> crossings(String from, String to) {
        return crossings.getOrDefault(new Ends(from, to), List.of());
    }
}
