package org.caravan.problem;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.caravan.application.ApplicationModel;
import org.caravan.application.CallGraph;
import org.caravan.application.EntryWay;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Users;

/** Requests of an application that use each of its links; frequencies are not included. */
final class RequestRouting {

    /** @param from id of a component, or {@link Hop#USERS} */
    private record Ends(String from, String to) {}

    /**
     * @param traffic of one request, without the calls that caches answer
     * @param waited part of it that the answer waits for
     * @param only the users whose requests use this link; empty if it applies to all users
     */
    record Crossing(Request request, Traffic traffic, Traffic waited, Optional<Users> only) {

        private boolean by(Users users) {
            return only.isEmpty() || only.get().equals(users);
        }
    }

    private final ApplicationModel application;
    /** Whether any users enter by a router; otherwise all users use the hops of the request. */
    private final boolean routed;
    /** By both ends, in order of request ids. Cached because it is accessed for each of possibly thousands of links. */
    private final Map<Ends, List<Crossing>> crossings = new HashMap<>();

    RequestRouting(ApplicationModel application) {
        this.application = application;
        this.routed = application.users().stream().anyMatch(users -> users.entry() == EntryWay.ROUTER);
        application.requests().forEach(this::addAll);
    }

    List<Crossing> of(String from, String to) {
        return crossings.getOrDefault(new Ends(from, to), List.of());
    }

    /** If these users enter by their router, they send nothing directly to the component behind it. */
    List<Crossing> entering(Users users, String componentId) {
        List<Crossing> entering = of(Hop.USERS, componentId);
        return !entering.isEmpty() && application.reached(users, componentId).equals(componentId)
                ? entering.stream().filter(one -> one.by(users)).toList() : List.of();
    }

    /** Users who enter by a router have their own first hops; the hops behind are shared by all users. */
    private void addAll(Request request) {
        if (!routed) {
            add(request, request.hops(), any -> true, Optional.empty());
            return;
        }
        boolean sharedEntry = application.users().stream().anyMatch(users -> enters(request, users)
                && application.hops(request, users).equals(request.hops()))
                || application.users().stream().noneMatch(users -> enters(request, users));
        add(request, request.hops(), hop -> sharedEntry || !hop.fromUsers(), Optional.empty());
        for (Users users : application.users()) {
            if (enters(request, users)) {
                add(request, application.hops(request, users), hop -> !request.hops().contains(hop), Optional.of(users));
            }
        }
    }

    private static boolean enters(Request request, Users users) {
        return users.mix().containsKey(request.id());
    }

    /** @param whole all hops of the request @param counted those to be added */
    private void add(Request request, List<Hop> whole, Predicate<Hop> counted, Optional<Users> only) {
        CallGraph graph = new CallGraph(whole);
        double[] calls = graph.calls();
        double[] waits = graph.ofMean();
        Map<Ends, Traffic> sums = new LinkedHashMap<>();
        Map<Ends, Traffic> waited = new HashMap<>();
        for (int index = 0; index < calls.length; index++) {
            Hop hop = whole.get(index);
            if (counted.test(hop)) {
                Ends ends = new Ends(hop.from(), hop.to());
                sums.merge(ends, Traffic.of(hop).times(calls[index]), Traffic::plus);
                waited.merge(ends, Traffic.of(hop).times(waits[index]), Traffic::plus);
            }
        }
        sums.forEach((ends, traffic) -> {
            if (!traffic.equals(Traffic.NONE)) {
                crossings.computeIfAbsent(ends, unused -> new ArrayList<>()).add(new Crossing(request, traffic, waited.get(ends), only));
            }
        });
    }
}
