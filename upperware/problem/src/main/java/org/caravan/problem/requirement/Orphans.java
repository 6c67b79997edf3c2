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

/** Finds components that nobody needs once others are left out. */
final class Orphans {

    private Orphans() {}

    /** Whether leaving the component out would lose what it has stored. */
    static boolean hasData(PlacementProblem problem, Component component) {
        return component.stateful() && problem.current().stream().anyMatch(now -> now.instance().componentId().equals(component.id()));
    }

    /**
     * These with what only they need, directly or by others, and the routers before what is gone. What users enter, what has data and what is
     * needed by none of those left out stays.
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
                .filter(component -> component.router() && component.requires().stream().map(EndpointReference::componentId).allMatch(below::contains))
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
