package org.caravan.application;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.infrastructure.Architecture;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * Adds routers to an application as components: one for each group of users that enters through a router and each component it enters.
 * After that, a router is placed, created, routed, observed and removed like any other instance.
 */
public final class Routers {

    /** Image of routers. A router forwards requests to the peers of its routes. */
    public static final String IMAGE = "caravan/router";

    private static final String BEFORE = "-router-";
    /** HAProxy needs 15 MB with a few hundred connections. */
    private static final Form FORM = Form.container(
            IMAGE, new MilliCores(100), new Bytes(48L << 20), Set.of(Architecture.values()), Map.of());
    /** Each request opens its own connection between router and server, which adds one round trip. */
    private static final int TURNS_OF_A_CONNECTION = 2;

    private Routers() {}

    /**
     * Id of the router through which these users enter the component. Component names must not collide with it: see {@link #nameOfRouter}.
     */
    public static String id(String usersId, String componentId) {
        return componentId + BEFORE + usersId;
    }

    /**
     * Inverse of {@link #id}: the component that these users look up to reach this id. It is the component itself if the id is not one of
     * their routers.
     */
    public static String entered(String usersId, String componentId) {
        String end = BEFORE + usersId;
        return componentId.endsWith(end) ? componentId.substring(0, componentId.length() - end.length()) : componentId;
    }

    /** Whether a component of this name could be confused with the router of one of these groups of users. */
    public static boolean nameOfRouter(String componentId, Stream<String> usersIds) {
        return componentId.contains(BEFORE) && usersIds.anyMatch(usersId -> !entered(usersId, componentId).equals(componentId));
    }

    static boolean is(Component component) {
        return component.forms().stream().allMatch(form -> form.image().equals(IMAGE));
    }

    /** Application with the components of its routers. */
    static ApplicationModel added(ApplicationModel application) {
        List<Component> components = new ArrayList<>(application.components());
        for (Users users : application.users()) {
            if (users.entry() == EntryWay.ROUTER) {
                enteredBy(application, users)
                        .flatMap(componentId -> application.entryEndpoint(componentId).map(endpoint -> router(users, componentId, endpoint))
                                .stream())
                        .filter(router -> !application.has(router.id()))
                        .forEach(components::add);
            }
        }
        return application.withComponents(components);
    }

    private static Stream<String> enteredBy(ApplicationModel application, Users users) {
        return application.requests().stream()
                .filter(request -> users.mix().containsKey(request.id()))
                .flatMap(request -> request.hops().stream())
                .filter(Hop::fromUsers)
                .map(Hop::to)
                .distinct();
    }

    private static Component router(Users users, String componentId, Endpoint endpoint) {
        return new Component(id(users.id(), componentId), false, List.of(FORM), List.of(endpoint),
                List.of(new EndpointReference(componentId, endpoint.name())));
    }

    /** Splits a user hop into the hop to the router and the hop from the router to the component. */
    static List<Hop> by(Component router, Hop hop) {
        boolean byRequest = router.provides().stream().anyMatch(endpoint -> endpoint.readiness() instanceof Readiness.HttpAnswers);
        return List.of(new Hop(Hop.USERS, router.id(), hop.turns(), hop.bytes(), false, Optional.empty(), hop.called())
                        .varying(hop.p95Bytes()),
                new Hop(router.id(), hop.to(), hop.turns() + (byRequest ? TURNS_OF_A_CONNECTION : 0), hop.bytes(),
                        false, hop.service()).varying(hop.p95Bytes()));
    }
}
