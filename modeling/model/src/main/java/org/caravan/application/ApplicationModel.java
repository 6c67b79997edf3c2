package org.caravan.application;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.unit.RequestRate;

/**
 * Application as its developer models it. References are complete: every referenced id exists.
 *
 * @param supplement all parts of the model beyond components, locations, users, requests, SLOs and goals
 */
public record ApplicationModel(
        String name,
        String version,
        List<Component> components,
        List<LocationRequirement> locations,
        List<Separation> separations,
        List<Users> users,
        List<Request> requests,
        List<Slo> slos,
        List<Goal> goals,
        OnFailure onFailure,
        ApplicationExtras supplement) {

    /** Records stored before the supplement existed have none. */
    public ApplicationModel {
        supplement = supplement == null ? ApplicationExtras.NONE : supplement;
        components = components.stream().sorted(Comparator.comparing(Component::id)).toList();
        locations = locations.stream()
                .sorted(Comparator.comparing(LocationRequirement::componentId))
                .toList();
        separations = separations.stream().distinct().sorted().toList();
        users = users.stream().sorted(Comparator.comparing(Users::id)).toList();
        requests = requests.stream().sorted(Comparator.comparing(Request::id)).toList();
        slos = slos.stream().sorted(Comparator.comparing(Slo::id)).toList();
        goals = List.copyOf(goals);
    }

    /** Application without separations; a failed deployment is held for an operator. */
    public ApplicationModel(
            String name,
            String version,
            List<Component> components,
            List<LocationRequirement> locations,
            List<Users> users,
            List<Request> requests,
            List<Slo> slos,
            List<Goal> goals) {
        this(name, version, components, locations, List.of(), users, requests, slos, goals, OnFailure.HOLD);
    }

    /** Application without a supplement. */
    public ApplicationModel(
            String name,
            String version,
            List<Component> components,
            List<LocationRequirement> locations,
            List<Separation> separations,
            List<Users> users,
            List<Request> requests,
            List<Slo> slos,
            List<Goal> goals,
            OnFailure onFailure) {
        this(name, version, components, locations, separations, users, requests, slos, goals, onFailure, ApplicationExtras.NONE);
    }

    /** Ids of components that keep data on their hosts. */
    public SortedSet<String> statefulComponentIds() {
        return components.stream().filter(Component::stateful).map(Component::id).collect(Collectors.toCollection(TreeSet::new));
    }

    public Component component(String componentId) {
        return components.stream()
                .filter(component -> component.id().equals(componentId))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no component " + componentId + " in application " + name));
    }

    boolean has(String componentId) {
        return components.stream().anyMatch(component -> component.id().equals(componentId));
    }

    public ApplicationModel withComponents(List<Component> changed) {
        return new ApplicationModel(name, version, changed, locations, separations, users, requests, slos, goals, onFailure, supplement);
    }

    public ApplicationModel withUsers(List<Users> changed) {
        return new ApplicationModel(name, version, components, locations, separations, changed, requests, slos, goals, onFailure,
                supplement);
    }

    /** Requests per second that reach the component, summed over all users. */
    public RequestRate rateOf(String componentId) {
        double sum = 0;
        for (Users group : users) {
            for (Request request : requests) {
                sum += group.rate().value() * group.mix().getOrDefault(request.id(), 0.0) * request.callsOf(componentId);
            }
        }
        return new RequestRate(sum);
    }

    /** Queue of waiting requests at each replica of the component; empty if the component does not declare the capacity of a replica. */
    public Optional<Queue> queueAt(String componentId) {
        return component(componentId).scaling().map(scaling -> new Queue(rateOf(componentId).dividedBy(component(componentId).replicas()),
                scaling.capacity()));
    }

    /** Location requirements of the components that store this data; empty if the data may be stored anywhere. */
    public List<LocationRequirement> residences(DataSet data) {
        return data.siteIds().isEmpty() && data.countries().isEmpty() ? List.of() : data.storedBy().stream().filter(this::has)
                .map(componentId -> new LocationRequirement(componentId, data.siteIds(), data.countries())).toList();
    }

    /** Returns a copy in which each component is restricted to the locations allowed for the data it stores. */
    public ApplicationModel withResidence() {
        Stream<LocationRequirement> residences = supplement.data().stream().flatMap(data -> residences(data).stream());
        return supplement.data().isEmpty() ? this : withLocations(Stream.concat(locations.stream(), residences).distinct().toList());
    }

    /**
     * Returns a copy in which each component has the least number of replicas that keeps the utilisation of each replica below 1, within
     * the model's limits.
     */
    public ApplicationModel withReplicas() {
        return withComponents(components.stream().map(component -> component.scaling()
                .map(scaling -> component.withReplicas(Math.min(scaling.most(),
                        Math.max(component.replicas(), scaling.needed(rateOf(component.id()))))))
                .orElse(component)).toList());
    }

    public ApplicationModel withLocations(List<LocationRequirement> changed) {
        return new ApplicationModel(name, version, components, changed, separations, users, requests, slos, goals, onFailure, supplement);
    }

    public ApplicationModel withPlacementRules(PlacementRules changed) {
        return withExtras(supplement.withPlacementRules(changed));
    }

    public ApplicationModel withExtras(ApplicationExtras changed) {
        return new ApplicationModel(name, version, components, locations, separations, users, requests, slos, goals, onFailure, changed);
    }

    /** Returns a copy with a component for each router through which users enter; unchanged if these components already exist. */
    public ApplicationModel withRouters() {
        return Routers.added(this);
    }

    /**
     * Id of the component to which these users are sent when they look up a component: its router for these users if there is one,
     * otherwise the component itself.
     */
    public String reached(Users users, String componentId) {
        String router = Routers.id(users.id(), componentId);
        return users.entry() == EntryWay.ROUTER && has(router) ? router : componentId;
    }

    /** Hops of the request when these users send it. */
    public List<Hop> hops(Request request, Users users) {
        return request.hops().stream()
                .flatMap(hop -> hop.fromUsers() && !reached(users, hop.to()).equals(hop.to())
                        ? Routers.by(component(reached(users, hop.to())), hop).stream() : Stream.of(hop))
                .toList();
    }

    /**
     * First endpoint that no component requires, because users reach endpoints that components do not use; otherwise the first endpoint.
     */
    public Optional<Endpoint> entryEndpoint(String componentId) {
        Set<EndpointReference> required = components.stream().filter(component -> !component.router())
                .flatMap(component -> component.requires().stream())
                .collect(Collectors.toSet());
        List<Endpoint> provided = component(componentId).provides();
        return provided.stream()
                .filter(endpoint -> !required.contains(new EndpointReference(componentId, endpoint.name())))
                .findFirst()
                .or(() -> provided.stream().findFirst());
    }

    public Request request(String requestId) {
        return requests.stream()
                .filter(request -> request.id().equals(requestId))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no request " + requestId + " in application " + name));
    }

    /** Components that users reach directly, in order of id. */
    public Set<String> entryComponentIds() {
        Set<String> entries = new LinkedHashSet<>();
        requests.stream()
                .flatMap(request -> request.hops().stream())
                .filter(Hop::fromUsers)
                .map(Hop::to)
                .sorted()
                .forEach(entries::add);
        return entries;
    }

    /** Component ids in dependency order: each component follows all components it requires. Cycles are ordered by id. */
    public List<String> providersFirst() {
        return ProviderOrder.of(this);
    }

    /** Dependency order of components: each component follows all components it requires. Cycles are ordered by id. */
    private static final class ProviderOrder {

        private final ApplicationModel application;
        private final Set<String> done = new LinkedHashSet<>();

        private ProviderOrder(ApplicationModel application) {
            this.application = application;
        }

        static List<String> of(ApplicationModel application) {
            ProviderOrder order = new ProviderOrder(application);
            application.components().forEach(component -> order.visit(component.id(), new LinkedHashSet<>()));
            return List.copyOf(order.done);
        }

        private void visit(String componentId, Set<String> path) {
            if (done.contains(componentId) || !path.add(componentId)) {
                return;
            }
            application.component(componentId).requires().forEach(required -> visit(required.componentId(), path));
            done.add(componentId);
        }
    }
}
