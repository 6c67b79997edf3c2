package org.caravan.server.turns;

import java.util.Set;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.ReadReplicas;
import org.caravan.application.Routers;
import org.caravan.application.Users;

/** Names of components in the model: a plan adds routers and read replicas, which count as the component that they stand for. */
record ModelNames(ApplicationModel model) {

    boolean has(String componentId) {
        return model.components().stream().anyMatch(component -> component.id().equals(componentId));
    }

    String of(String componentId) {
        for (Users users : model.users()) {
            String entered = Routers.entered(users.id(), componentId);
            if (!entered.equals(componentId) && has(entered)) {
                return entered;
            }
        }
        for (Component component : model.components()) {
            if (ReadReplicas.nameOfReplica(componentId, Set.of(component.id()))) {
                return component.id();
            }
        }
        return componentId;
    }
}
