package org.caravan.application;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Security requirement, identified as in a catalogue of controls.
 *
 * @param domain section of the catalogue: {@code Data Security}
 * @param specification description of the requirement
 * @param componentIds components to which it applies; empty means all
 */
public record SecurityControl(String id, Optional<String> domain, Optional<String> specification, Set<String> componentIds) {

    public SecurityControl {
        componentIds = Collections.unmodifiableSet(new TreeSet<>(componentIds));
    }

    boolean concerns(String componentId) {
        return componentIds.isEmpty() || componentIds.contains(componentId);
    }

    /** Returns a copy that applies only to these components. */
    public SecurityControl of(Set<String> changed) {
        return new SecurityControl(id, domain, specification, changed);
    }
}
