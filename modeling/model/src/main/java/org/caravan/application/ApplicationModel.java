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
 * An application as its developer models it. References are complete: every id that is named exists.
 *
 * @param supplement what it says beside parts, places and requests
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
        Supplement supplement) {

    /** What was stored before there was a supplement has none. */
    public ApplicationModel {
        supplement = supplement == null ? Supplement.NONE : supplement;
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

    /** One that keeps nothing apart and is held for a person when its deployment fails. */
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

    /** One without a supplement. */
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
        this(name, version, components, locations, separations, users, requests, slos, goals, onFailure, Supplement.NONE);
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

    /** Of all users together, how many requests a second reach the component. */
    public RequestRate rateOf(String componentId) {
        double sum = 0;
        for (Users group : users) {
            for (Request request : requests) {
                long times = request.hops().stream().filter(hop -> hop.to().equals(componentId)).count();
                sum += group.rate().value() * group.mix().getOrDefault(request.id(), 0.0) * times;
            }
        }
        return new RequestRate(sum);
    }

    /** Requests that wait at each replica of the component; empty where it does not say what one can serve. */
    public Optional<Queue> queueAt(String componentId) {
        return component(componentId).scaling().map(scaling -> new Queue(rateOf(componentId).dividedBy(component(componentId).replicas()), scaling.capacity()));
    }

    /** Where the components must be that store this data; none where it may be anywhere. */
    public List<LocationRequirement> residences(DataSet data) {
        return data.siteIds().isEmpty() && data.countries().isEmpty() ? List.of() : data.storedBy().stream().filter(this::has)
                .map(componentId -> new LocationRequirement(componentId, data.siteIds(), data.countries())).toList();
    }

    /** The same with each component where the data that it stores may be. */
    public ApplicationModel withResidence() {
        Stream<LocationRequirement> residences = supplement.data().stream().flatMap(data -> residences(data).stream());
        return supplement.data().isEmpty() ? this : withLocations(Stream.concat(locations.stream(), residences).distinct().toList());
    }

    /** The same with the least number of replicas of each component at which each one's utilisation is below 1, as far as the model allows. */
    public ApplicationModel withReplicas() {
        return withComponents(components.stream().map(component -> component.scaling()
                .map(scaling -> component.withReplicas(Math.min(scaling.most(), Math.max(component.replicas(), scaling.needed(rateOf(component.id()))))))
                .orElse(component)).toList());
    }

    public ApplicationModel withLocations(List<LocationRequirement> changed) {
        return new ApplicationModel(name, version, components, changed, separations, users, requests, slos, goals, onFailure, supplement);
    }

    public ApplicationModel withBonds(Bonds changed) {
        return withSupplement(supplement.withBonds(changed));
    }

    public ApplicationModel withSupplement(Supplement changed) {
        return new ApplicationModel(name, version, components, locations, separations, users, requests, slos, goals, onFailure, changed);
    }

    /** The same with a component for each router that its users enter by; unchanged where they are there already. */
    public ApplicationModel withRouters() {
        return Routers.added(this);
    }

    /** What these users are sent to when they look up a component: their router before it, else itself. */
    public String reached(Users users, String componentId) {
        String router = Routers.id(users.id(), componentId);
        return users.entry() == EntryWay.ROUTER && has(router) ? router : componentId;
    }

    /** The hops of the request when these users send it. */
    public List<Hop> hops(Request request, Users users) {
        return request.hops().stream()
                .flatMap(hop -> hop.fromUsers() && !reached(users, hop.to()).equals(hop.to())
                        ? Routers.by(component(reached(users, hop.to())), hop).stream() : Stream.of(hop))
                .toList();
    }

    /** The first endpoint that no component requires, for users reach what components do not; else the first. */
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

    /** Component ids such that a component comes after all it requires; within a cycle, by id. */
    public List<String> providersFirst() {
        return ProviderOrder.of(this);
    }
}
