package org.caravan.application;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.infrastructure.Guard;
import org.caravan.infrastructure.Sensitivity;

/**
 * What must guard the hosts of a component.
 *
 * @param controls ids of controls that are to be in force there
 * @param handles the most closely guarded class of the data that it stores, makes or uses; empty where no class is said
 */
public record Guarding(Set<String> controls, Optional<Sensitivity> handles) {

    public Guarding {
        controls = Collections.unmodifiableSet(new TreeSet<>(controls));
    }

    /** Of one component: who makes or uses data has it in memory, so its class counts as it does for who stores it. */
    public static Guarding of(ApplicationModel application, String componentId) {
        Supplement said = application.supplement();
        return new Guarding(
                said.controls().stream().filter(control -> control.concerns(componentId)).map(SecurityControl::id).collect(Collectors.toSet()),
                said.data().stream().filter(data -> data.handledBy(componentId)).flatMap(data -> data.sensitivity().stream()).max(Sensitivity::compareTo));
    }

    public boolean none() {
        return controls.isEmpty() && handles.isEmpty();
    }

    /** The first that is missing, in words: {@code provider does not offer control encrypted}; empty where nothing is. */
    public Optional<String> missing(Guard guard) {
        return controls.stream().filter(control -> !guard.controls().contains(control)).findFirst()
                .map(control -> "provider does not offer control " + control)
                .or(() -> handles.filter(asked -> !guard.mayHold(asked)).map(asked -> "provider may not hold " + asked + " data"));
    }
}
