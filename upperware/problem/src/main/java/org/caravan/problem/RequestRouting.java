package org.caravan.problem;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.application.EntryWay;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Users;

/** Requests of an application that use each of its links; frequencies are not included. */
final class RequestRouting {

    /** @param from id of a component, or {@link Hop#USERS} */
    private record Ends(String from, String to) {}

    /**
     * @param traffic of one request
     * @param only the users whose requests use this link; empty if it applies to all users
     */
    record Crossing(Request request, Traffic traffic, Optional<Users> only) {

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
            add(request, request.hops(), Optional.empty());
            return;
        }
        boolean sharedEntry = application.users().stream().anyMatch(users -> enters(request, users)
                && application.hops(request, users).equals(request.hops()))
                || application.users().stream().noneMatch(users -> enters(request, users));
        add(request, request.hops().stream().filter(hop -> sharedEntry || !hop.fromUsers()).toList(), Optional.empty());
        for (Users users : application.users()) {
            List<Hop> own = new ArrayList<>(application.hops(request, users));
            own.removeAll(request.hops());
            add(request, enters(request, users) ? own : List.of(), Optional.of(users));
        }
    }

    private static boolean enters(Request request, Users users) {
        return users.mix().containsKey(request.id());
    }

    private void add(Request request, List<Hop> hops, Optional<Users> only) {
        Map<Ends, Traffic> sums = new LinkedHashMap<>();
        hops.forEach(hop -> sums.merge(new Ends(hop.from(), hop.to()), Traffic.of(hop), Traffic::plus));
        sums.forEach((ends, traffic) -> {
            if (!traffic.equals(Traffic.NONE)) {
                crossings.computeIfAbsent(ends, unused -> new ArrayList<>()).add(new Crossing(request, traffic, only));
            }
        });
    }
}
