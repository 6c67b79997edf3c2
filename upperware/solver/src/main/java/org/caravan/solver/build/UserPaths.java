package org.caravan.solver.build;

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

/** Users who enter at a component, and hosts that they have a path to. */
public final class UserPaths {

    private final ApplicationModel application;
    private final LatencyModel latency;
    private final TrafficModel traffic;
    private final Map<String, List<Users>> entering = new HashMap<>();

    UserPaths(ApplicationModel application, LatencyModel latency) {
        this.application = application;
        this.latency = latency;
        this.traffic = new TrafficModel(application);
    }

    /** Returns a text for the first users who enter at the component and have no path to the host; empty if all have one. */
    Optional<String> missing(Component component, Host host) {
        return entering(component).stream()
                .filter(users -> !reach(users, host))
                // Without a common IP version, no measurement will find a path.
                .map(users -> (latency.sharesFamily(users, host.id()) ? "no known path from users "
                        : "no " + users.at().family() + " for users ") + users.id())
                .findFirst();
    }

    /**
     * Advice for users who enter at the component and use an IP version that some sites with hosts lack and others support; empty if there
     * are none.
     */
    public List<String> familyAdvice(Component component, Infrastructure infrastructure) {
        // If a site supports their version and has no known path, it must be measured first.
        return entering(component).stream().filter(users -> infrastructure.hosts().stream()
                .anyMatch(host -> !latency.sharesFamily(users, host.id()))
                        && infrastructure.hosts().stream().allMatch(host -> latency.sharesFamily(users, host.id()) == reach(users, host)))
                .map(users -> {
                    String sites = infrastructure.sites().stream().filter(site -> site.hosts().stream()
                            .anyMatch(host -> reach(users, host))).map(Site::id).collect(Collectors.joining(", "));
                    return "Users (" + users.id() + ") use " + users.at().family() + " alone. Maybe "
                            + (sites.isEmpty() ? "give a site with hosts an " + users.at()
                                    .family() + " prefix, or let these users use the other version."
                                    : "let " + component.id() + " be at " + sites
                                    + ", which they reach by it.");
                }).toList();
    }

    /** For any traffic. */
    boolean reach(Users users, Host host) {
        return !latency.entryPaths(users, host.id()).isEmpty();
    }

    /** Users who enter at the component and must reach it. */
    List<Users> entering(Component component) {
        return entering.computeIfAbsent(component.id(), componentId -> application.users().stream()
                .filter(users -> !traffic.ofEntry(users, componentId).equals(Traffic.NONE)).toList());
    }
}
