package org.caravan.application;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** An application as its developer models it. References are complete: every id that is named exists. */
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
        OnFailure onFailure) {

    public ApplicationModel {
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
        Set<String> done = new LinkedHashSet<>();
        components.forEach(component -> visit(component.id(), done, new LinkedHashSet<>()));
        return new ArrayList<>(done);
    }

    private void visit(String componentId, Set<String> done, Set<String> path) {
        if (done.contains(componentId) || !path.add(componentId)) {
            return;
        }
        component(componentId).requires().forEach(required -> visit(required.componentId(), done, path));
        done.add(componentId);
    }
}
