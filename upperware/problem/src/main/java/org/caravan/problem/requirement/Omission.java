package org.caravan.problem.requirement;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.EndpointReference;
import org.caravan.problem.PlacementProblem;

/**
 * Copies of optional components that a plan omits.
 *
 * @param copies number of omitted copies, at least 1, by component id
 */
public record Omission(SortedMap<String, Integer> copies) {

    public static final Omission NONE = new Omission(new TreeMap<>());

    public Omission {
        SortedMap<String, Integer> some = new TreeMap<>(copies);
        some.values().removeIf(count -> count < 1);
        copies = Collections.unmodifiableSortedMap(some);
    }

    /** Everything that can be omitted. A component with data on a host stays in any case, because omission would lose the data. */
    public static Omission most(PlacementProblem problem) {
        SortedMap<String, Integer> copies = new TreeMap<>();
        problem.application().components().stream()
                .filter(component -> component.optional().isPresent() && !UnneededComponents.hasData(problem, component))
                .forEach(component -> copies.put(component.id(), component.replicas()));
        return new Omission(copies);
    }

    /** Number of omitted copies of the component. */
    public int of(String componentId) {
        return copies.getOrDefault(componentId, 0);
    }

    /** The same with this number of omitted copies of the component. */
    public Omission with(String componentId, int count) {
        SortedMap<String, Integer> changed = new TreeMap<>(copies);
        changed.put(componentId, count);
        return new Omission(changed);
    }

    /** Components without remaining copies, in order of id: completely omitted components, and components that are then unneeded. */
    public Set<String> gone(PlacementProblem problem) {
        Set<String> whole = problem.application().components().stream()
                .filter(component -> of(component.id()) >= component.replicas())
                .map(Component::id).collect(Collectors.toCollection(TreeSet::new));
        return whole.isEmpty() ? whole : UnneededComponents.with(problem, whole);
    }

    /** Ids of requests with a hop from or to a component without remaining copies. */
    public Set<String> unserved(PlacementProblem problem) {
        Set<String> gone = gone(problem);
        return problem.application().requests().stream()
                .filter(request -> request.hops().stream().anyMatch(hop -> gone.contains(hop.from()) || gone.contains(hop.to())))
                .map(request -> request.id()).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Remaining problem. The other hops of unserved requests stay, because users still send them, but their SLOs are dropped. Replica
     * counts stay as they are.
     */
    public PlacementProblem appliedTo(PlacementProblem problem) {
        if (copies.isEmpty()) {
            return problem;
        }
        Set<String> gone = gone(problem);
        Set<String> unserved = unserved(problem);
        ApplicationModel model = problem.application();
        PlacementProblem rest = problem;
        for (var slo : model.slos()) {
            rest = unserved.contains(slo.requestId()) ? Relaxations.slo(slo.id()).apply(rest) : rest;
        }
        ApplicationModel smaller = rest.application().withComponents(model.components().stream()
                .map(component -> gone.contains(component.id()) ? component
                        : component.withReplicas(component.replicas() - of(component.id())))
                .toList());
        for (String componentId : gone) {
            smaller = SmallerModel.without(smaller, componentId);
        }
        return rest.withApplication(smaller);
    }

    /** Finds components that are unneeded after others are omitted. */
    private static final class UnneededComponents {

        private UnneededComponents() {}

        /** Whether omitting the component would lose stored data. */
        static boolean hasData(PlacementProblem problem, Component component) {
            return component.stateful() && problem.current().stream().anyMatch(now -> now.instance().componentId().equals(component.id()));
        }

        /**
         * Returns the omitted components, the components that only they need, directly or indirectly, and the routers in front of
         * all of them. Components stay if users enter at them, if they have data, or if a remaining component needs them.
         */
        static Set<String> with(PlacementProblem problem, Set<String> left) {
            ApplicationModel model = problem.application();
            Set<String> below = reached(model, left, id -> true);
            Set<String> entered = model.entryComponentIds();
            Set<String> roots = new TreeSet<>();
            model.components().stream()
                    .filter(component -> !left.contains(component.id()))
                    .filter(component -> !below.contains(component.id()) || entered.contains(component.id()) || hasData(problem, component))
                    .forEach(component -> roots.add(component.id()));
            below.removeAll(reached(model, roots, id -> !left.contains(id)));
            model.components().stream()
                    .filter(component -> component.router()
                            && component.requires().stream().map(EndpointReference::componentId).allMatch(below::contains))
                    .forEach(router -> below.add(router.id()));
            return below;
        }

        private static Set<String> reached(ApplicationModel model, Collection<String> from, Predicate<String> passed) {
            Set<String> reached = new TreeSet<>(from);
            Deque<String> open = new ArrayDeque<>(from);
            while (!open.isEmpty()) {
                model.component(open.pop()).requires().stream().map(EndpointReference::componentId)
                        .filter(id -> passed.test(id) && reached.add(id)).forEach(open::push);
            }
            return reached;
        }
    }
}
