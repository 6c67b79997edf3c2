package org.caravan.solver;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Users;
import org.caravan.infrastructure.Host;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.Traffic;
import org.caravan.problem.TrafficModel;

/** Which users enter at a component, and which hosts they have a path to. */
final class UserWays {

    private final ApplicationModel application;
    private final LatencyModel latency;
    private final TrafficModel traffic;
    private final Map<String, List<Users>> entering = new HashMap<>();

    UserWays(ApplicationModel application, LatencyModel latency) {
        this.application = application;
        this.latency = latency;
        this.traffic = new TrafficModel(application);
    }

    /** The first users, in words, who enter there and have no path to the host; empty where all have one. */
    Optional<String> missing(Component component, Host host) {
        return entering(component).stream()
                .filter(users -> !reach(users, host))
                .map(users -> "no known path from users " + users.id())
                .findFirst();
    }

    /** By whatever traffic. */
    boolean reach(Users users, Host host) {
        return !latency.entryPaths(users, host.id()).isEmpty();
    }

    /** Users who enter there, and so must reach it. */
    List<Users> entering(Component component) {
        return entering.computeIfAbsent(component.id(), componentId -> application.users().stream()
                .filter(users -> !traffic.ofEntry(users, componentId).equals(Traffic.NONE)).toList());
    }
}
