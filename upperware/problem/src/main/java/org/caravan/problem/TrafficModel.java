package org.caravan.problem;

import java.util.ArrayList;
import java.util.List;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Users;

/** How much crosses each link of an application, from its requests and who sends them. */
public final class TrafficModel {

    private final ApplicationModel application;

    public TrafficModel(ApplicationModel application) {
        this.application = application;
    }

    /** Per second, over all users. Where nobody sends a request that crosses it: one of each request. */
    public Traffic ofLink(String fromComponentId, String toComponentId) {
        Traffic weighted = Traffic.NONE;
        Traffic plain = Traffic.NONE;
        for (Request request : application.requests()) {
            Traffic one = crossing(request, fromComponentId, toComponentId);
            plain = plain.plus(one);
            weighted = weighted.plus(one.times(rate(request.id())));
        }
        return weighted.roundTrips() > 0 ? weighted : plain;
    }

    /** Of one average request of these users; {@link Traffic#NONE} if they never enter here. */
    public Traffic ofEntry(Users users, String componentId) {
        Traffic sum = Traffic.NONE;
        for (Request request : application.requests()) {
            double share = users.mix().getOrDefault(request.id(), 0.0);
            sum = sum.plus(crossing(request, Hop.USERS, componentId).times(share));
        }
        return sum;
    }

    /** Of one average request that crosses the link; a bare round trip where none does. */
    public Traffic ofOneOnLink(String fromComponentId, String toComponentId) {
        Traffic all = ofLink(fromComponentId, toComponentId);
        List<Request> crossing = application.requests().stream()
                .filter(request -> !crossing(request, fromComponentId, toComponentId).equals(Traffic.NONE))
                .toList();
        double perSecond = crossing.stream().mapToDouble(request -> rate(request.id())).sum();
        return one(all, perSecond > 0 ? perSecond : crossing.size());
    }

    /** Of one average request by which these users enter here; a bare round trip where none does. */
    public Traffic ofOneEntry(Users users, String componentId) {
        double share = application.requests().stream()
                .filter(request -> !crossing(request, Hop.USERS, componentId).equals(Traffic.NONE))
                .mapToDouble(request -> users.mix().getOrDefault(request.id(), 0.0))
                .sum();
        return one(ofEntry(users, componentId), share);
    }

    private static Traffic one(Traffic all, double requests) {
        return all.roundTrips() > 0 && requests > 0 ? all.times(1 / requests) : new Traffic(1, 0);
    }

    /** Such that the latency of this traffic is the link's part in the weighted sum of all latency goals. */
    public Traffic goalOfLink(String fromComponentId, String toComponentId) {
        Traffic sum = Traffic.NONE;
        for (Goal.MinimiseLatency goal : latencyGoals()) {
            boolean sent = senders(goal.requestId()).size() > 0;
            Traffic one = crossing(application.request(goal.requestId()), fromComponentId, toComponentId);
            sum = sum.plus(one.times(sent ? goal.weight() : 0));
        }
        return sum;
    }

    /** As {@link #goalOfLink}, for what these users send to the component. */
    public Traffic goalOfEntry(Users users, String componentId) {
        Traffic sum = Traffic.NONE;
        for (Goal.MinimiseLatency goal : latencyGoals()) {
            Traffic one = crossing(application.request(goal.requestId()), Hop.USERS, componentId);
            sum = sum.plus(one.times(goal.weight() * shareOf(users, goal.requestId())));
        }
        return sum;
    }

    /** Groups that send the request, in order of id. */
    public List<Users> senders(String requestId) {
        return application.users().stream().filter(users -> users.mix().containsKey(requestId)).toList();
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
        return senders(requestId).stream()
                .mapToDouble(users -> users.rate().value() * users.mix().get(requestId))
                .sum();
    }

    private List<Goal.MinimiseLatency> latencyGoals() {
        List<Goal.MinimiseLatency> goals = new ArrayList<>();
        application.goals().forEach(goal -> {
            if (goal instanceof Goal.MinimiseLatency latency) {
                goals.add(latency);
            }
        });
        // Sums of floating-point numbers depend on their order; plans must not depend on the order of goals.
        goals.sort(java.util.Comparator.comparing(Goal.MinimiseLatency::requestId)
                .thenComparingDouble(Goal.MinimiseLatency::weight));
        return goals;
    }

    private static Traffic crossing(Request request, String from, String to) {
        return request.hops().stream()
                .filter(hop -> hop.from().equals(from) && hop.to().equals(to))
                .map(Traffic::of)
                .reduce(Traffic.NONE, Traffic::plus);
    }
}
