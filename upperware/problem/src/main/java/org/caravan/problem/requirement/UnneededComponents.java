package org.caravan.problem.requirement;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.EndpointReference;
import org.caravan.problem.PlacementProblem;

/** Finds components that are unneeded after others are omitted. */
final class UnneededComponents {

    private UnneededComponents() {}

    /** Whether omitting the component would lose stored data. */
    static boolean hasData(PlacementProblem problem, Component component) {
        return component.stateful() && problem.current().stream().anyMatch(now -> now.instance().componentId().equals(component.id()));
    }

    /**
     * Returns the omitted components, the components that only they need, directly or indirectly, and the routers in front of all of them.
     * Components stay if users enter at them, if they have data, or if a remaining component needs them.
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
