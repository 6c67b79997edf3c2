package org.caravan.infrastructure;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What guards whatever runs on a provider's hosts at one site.
 *
 * @param controls names of security controls that are in force there, as applications ask for them
 * @param holds the most closely guarded class of data that may be there; empty where nobody said
 */
public record Guard(Set<String> controls, Optional<Sensitivity> holds) {

    /** Nobody said anything. */
    public static final Guard NONE = new Guard(Set.of(), Optional.empty());

    /** What may be where nobody said what may: silence is no clearance for data about people, nor for secrets. */
    private static final Sensitivity UNSAID = Sensitivity.INTERNAL;

    public Guard {
        controls = Collections.unmodifiableSet(new TreeSet<>(controls));
    }

    public boolean mayHold(Sensitivity asked) {
        return asked.compareTo(holds.orElse(UNSAID)) <= 0;
    }

    /** For example {@code controls encrypted, locked holds personal}; empty where nobody said anything. */
    @Override
    public String toString() {
        String offered = controls.isEmpty() ? "" : "controls " + String.join(", ", controls);
        return offered + (offered.isEmpty() || holds.isEmpty() ? "" : " ") + holds.map(most -> "holds " + most).orElse("");
    }
}
