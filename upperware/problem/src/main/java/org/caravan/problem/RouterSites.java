package org.caravan.problem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.EntryWay;
import org.caravan.application.Form;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Users;
import org.caravan.infrastructure.Host;
import org.caravan.unit.Millis;

/**
 * Determines the sites of routers: an existing router stays; a new one is placed at the site with hosts that is nearest to its users.
 * Users keep the router's address, so neither moves of components behind it nor measurements move it.
 */
final class RouterSites {

    private final PlacementProblem problem;
    private final LatencyModel latency;

    private RouterSites(PlacementProblem problem) {
        this.problem = problem;
        this.latency = new LatencyModel(problem);
    }

    /** Adds a component and a location requirement for each router. */
    static PlacementProblem placed(PlacementProblem problem) {
        ApplicationModel application = problem.application().withRouters();
        if (application.components().stream().noneMatch(Component::router)) {
            return problem;
        }
        RouterSites sites = new RouterSites(problem.withApplication(application));
        List<LocationRequirement> locations = new ArrayList<>(application.locations());
        locations.removeIf(location -> application.component(location.componentId()).router());
        application.users().forEach(users -> routers(application, users).forEach(router ->
                sites.host(users, router).ifPresent(host -> locations.add(new LocationRequirement(
                        router.id(), Set.of(problem.infrastructure().siteOfHost(host.id()).id()), Set.of())))));
        return problem.withApplication(application.withLocations(locations));
    }

    private static List<Component> routers(ApplicationModel application, Users users) {
        return users.entry() == EntryWay.DNS ? List.of() : application.entryComponentIds().stream()
                .map(componentId -> application.reached(users, componentId))
                .map(application::component)
                .filter(Component::router)
                .toList();
    }

    /** Current host of the router if it can stay there; otherwise empty. */
    private static Optional<Host> kept(PlacementProblem problem, Component router) {
        return problem.current().stream()
                .filter(now -> now.instance().equals(new InstanceId(router.id(), 1)))
                .flatMap(now -> problem.infrastructure().hosts().stream().filter(host -> host.id().equals(now.hostId())))
                .filter(host -> fit(problem, router, host))
                .findFirst();
    }

    private Optional<Host> host(Users users, Component router) {
        return kept(problem, router).or(() -> problem.infrastructure().hosts().stream()
                .filter(host -> fit(problem, router, host) && rtt(users, router, host).isPresent())
                .min(Comparator.comparing((Host host) -> rtt(users, router, host).orElseThrow()).thenComparing(Host::id)));
    }

    private Optional<Millis> rtt(Users users, Component router, Host host) {
        return latency.entry(users, router.id(), host.id()).map(PathChoice::meanRtt);
    }

    private static boolean fit(PlacementProblem problem, Component router, Host host) {
        Optional<Form> form = FormChoice.of(router, host, problem.infrastructure());
        return !problem.excluded().containsKey(host.id()) && form.isPresent() && problem.inventory().hosts().stream()
                .filter(observed -> observed.hostId().equals(host.id()))
                .anyMatch(observed -> hasRoom(problem, observed, form.get()));
    }

    private static boolean hasRoom(PlacementProblem problem, ObservedHost host, Form form) {
        Optional<Reservation> taken = Optional.ofNullable(problem.reservedElsewhere().get(host.hostId()));
        return host.memory().value() - taken.map(sum -> sum.memory().value()).orElse(0L) >= form.memory().value()
                && host.cpu().value() - taken.map(sum -> sum.cpu().value()).orElse(0L) >= form.cpu().value();
    }
}
