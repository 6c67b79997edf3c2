package org.caravan.application;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sites and countries in which a component must be placed.
 *
 * @param siteIds allowed sites; empty means any site
 * @param countries allowed countries (ISO 3166-1 alpha-2); empty means any country
 */
public record LocationRequirement(String componentId, Set<String> siteIds, Set<String> countries) {

    public LocationRequirement {
        siteIds = Collections.unmodifiableSet(new TreeSet<>(siteIds));
        countries = Collections.unmodifiableSet(new TreeSet<>(countries));
    }

    /** Text in the modelling language: {@code accounts-db at simula}. */
    public String text() {
        String at = siteIds.isEmpty() ? "" : " at " + String.join(", ", siteIds);
        return componentId + at + (countries.isEmpty() ? "" : " in " + String.join(", ", countries));
    }
}
