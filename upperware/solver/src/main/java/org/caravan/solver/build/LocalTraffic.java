package org.caravan.solver.build;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Coupling;
import org.caravan.infrastructure.Site;

/**
 * Components whose copies use no uplink in any plan of the model: no users enter there, and all copies that they call or that call them
 * must run at their site. That follows from {@code require … at} with a single site and from {@code require … together with}. Traffic
 * that stays within a site only by the choice of a plan does not count.
 */
final class LocalTraffic {

    private final Set<String> staying = new HashSet<>();
    /** By component: all copies of components with the same name here run at one site. */
    private final Map<String, String> siteOf = new HashMap<>();

    /** @param allowed sites with hosts at which a component may run */
    LocalTraffic(ApplicationModel application, Map<String, List<Site>> allowed, UserPaths users) {
        application.components().forEach(component -> {
            List<Site> sites = allowed.getOrDefault(component.id(), List.of());
            if (sites.size() == 1) {
                siteOf.put(component.id(), "site " + sites.get(0).id());
            } else if (component.replicas() == 1) {
                siteOf.put(component.id(), "component " + component.id());
            }
        });
        List<Coupling> together = new ArrayList<>(application.supplement().bonds().couplings().stream()
                .filter(coupling -> coupling.required() && coupling.kind() == Coupling.Kind.TOGETHER).toList());
        while (together.removeIf(this::joined)) {
            // A component that joins a site can be the site of further ones.
        }
        application.components().stream()
                .filter(component -> users.entering(component).isEmpty() && siteOf.containsKey(component.id()))
                .filter(component -> peers(application, component).allMatch(peer -> siteOf.get(component.id()).equals(siteOf.get(peer))))
                .forEach(component -> staying.add(component.id()));
    }

    /** Whether no copy of the component uses an uplink. */
    boolean stays(Component component) {
        return staying.contains(component.id());
    }

    private boolean joined(Coupling coupling) {
        String site = siteOf.get(coupling.otherId());
        if (site == null) {
            return false;
        }
        String was = siteOf.put(coupling.componentId(), site);
        if (was != null) {
            siteOf.replaceAll((componentId, at) -> at.equals(was) ? site : at);
        }
        return true;
    }

    /** Other components that the component calls or requires, or that call or require it. */
    private static Stream<String> peers(ApplicationModel application, Component component) {
        String id = component.id();
        return Stream.of(
                component.requires().stream().map(required -> required.componentId()),
                application.components().stream().filter(caller -> caller.requires().stream()
                        .anyMatch(required -> required.componentId().equals(id))).map(Component::id),
                application.requests().stream().flatMap(request -> request.hops().stream()).filter(hop -> !hop.fromUsers())
                        .filter(hop -> hop.from().equals(id) || hop.to().equals(id))
                        .flatMap(hop -> Stream.of(hop.from(), hop.to())))
                .flatMap(peers -> peers).filter(peer -> !peer.equals(id));
    }
}
