package org.caravan.solver;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Users;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
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
                // Where IP versions differ no measurement will ever find a path.
                .map(users -> (latency.sharesFamily(users, host.id()) ? "no known path from users " : "no " + users.at().family() + " for users ") + users.id())
                .findFirst();
    }

    /** Users who enter there and use an IP version that some site with hosts lacks and another one has: what may help, in words; none where that is not so. */
    List<String> familyAdvice(Component component, Infrastructure infrastructure) {
        // Where a site has their version and no path to it is known, measuring comes first.
        return entering(component).stream().filter(users -> infrastructure.hosts().stream().anyMatch(host -> !latency.sharesFamily(users, host.id()))
                        && infrastructure.hosts().stream().allMatch(host -> latency.sharesFamily(users, host.id()) == reach(users, host)))
                .map(users -> {
                    String sites = infrastructure.sites().stream().filter(site -> site.hosts().stream().anyMatch(host -> reach(users, host))).map(Site::id).collect(Collectors.joining(", "));
                    return "Users (" + users.id() + ") use " + users.at().family() + " alone. Maybe "
                            + (sites.isEmpty() ? "give a site with hosts an " + users.at().family() + " prefix, or let these users use the other version." : "let " + component.id() + " be at " + sites
                                    + ", which they reach by it.");
                }).toList();
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
