package org.caravan.application;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Dependency order of components: each component follows all components it requires. Cycles are ordered by id. */
final class ProviderOrder {

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
