package org.caravan.application;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Something that is to be so for security's sake, as a catalogue of controls names it.
 *
 * @param domain part of the catalogue: {@code Data Security}
 * @param specification what is to be so, in words
 * @param componentIds of which components; empty means of all
 */
public record SecurityControl(String id, Optional<String> domain, Optional<String> specification, Set<String> componentIds) {

    public SecurityControl {
        componentIds = Collections.unmodifiableSet(new TreeSet<>(componentIds));
    }

    boolean concerns(String componentId) {
        return componentIds.isEmpty() || componentIds.contains(componentId);
    }

    /** The same of these components only. */
    public SecurityControl of(Set<String> changed) {
        return new SecurityControl(id, domain, specification, changed);
    }
}
