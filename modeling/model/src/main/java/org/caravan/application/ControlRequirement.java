package org.caravan.application;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.infrastructure.ProviderControls;
import org.caravan.infrastructure.Sensitivity;

/**
 * Security requirements of a component on its hosts.
 *
 * @param controls ids of the required security controls
 * @param handles most sensitive class of the data that the component stores, produces or consumes; empty if no class is declared
 */
public record ControlRequirement(Set<String> controls, Optional<Sensitivity> handles) {

    public ControlRequirement {
        controls = Collections.unmodifiableSet(new TreeSet<>(controls));
    }

    /**
     * Requirements of one component. Components that produce or consume data hold it in memory, so its class applies to them as well as to
     * components that store it.
     */
    public static ControlRequirement of(ApplicationModel application, String componentId) {
        ApplicationExtras said = application.supplement();
        return new ControlRequirement(
                said.controls().stream().filter(control -> control.concerns(componentId)).map(SecurityControl::id)
                        .collect(Collectors.toSet()),
                said.data().stream().filter(data -> data.handledBy(componentId)).flatMap(data -> data.sensitivity().stream())
                        .max(Sensitivity::compareTo));
    }

    public boolean none() {
        return controls.isEmpty() && handles.isEmpty();
    }

    /** Message for the first missing requirement: {@code provider does not offer control encrypted}; empty if none is missing. */
    public Optional<String> missing(ProviderControls guard) {
        return controls.stream().filter(control -> !guard.controls().contains(control)).findFirst()
                .map(control -> "provider does not offer control " + control)
                .or(() -> handles.filter(asked -> !guard.mayHold(asked)).map(asked -> "provider may not hold " + asked + " data"));
    }
}
