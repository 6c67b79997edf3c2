package org.caravan.infrastructure;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Security controls and data clearance of a provider's hosts at one site.
 *
 * @param controls names of the security controls in force, matched against the requirements of applications
 * @param holds most sensitive class of data allowed there; empty if not declared
 */
public record ProviderControls(Set<String> controls, Optional<Sensitivity> holds) {

    /** Nothing is declared. */
    public static final ProviderControls NONE = new ProviderControls(Set.of(), Optional.empty());

    /** Clearance if nothing is declared: personal data and secrets need an explicit declaration. */
    private static final Sensitivity UNSAID = Sensitivity.INTERNAL;

    public ProviderControls {
        controls = Collections.unmodifiableSet(new TreeSet<>(controls));
    }

    public boolean mayHold(Sensitivity asked) {
        return asked.compareTo(holds.orElse(UNSAID)) <= 0;
    }

    /** For example {@code controls encrypted, locked holds personal}; empty if nothing is declared. */
    @Override
    public String toString() {
        String offered = controls.isEmpty() ? "" : "controls " + String.join(", ", controls);
        return offered + (offered.isEmpty() || holds.isEmpty() ? "" : " ") + holds.map(most -> "holds " + most).orElse("");
    }
}
