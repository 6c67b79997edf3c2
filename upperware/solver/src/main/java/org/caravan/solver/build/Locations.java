package org.caravan.solver.build;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.LocationRequirement;
import org.caravan.infrastructure.Site;

/** Location requirements of components. */
final class Locations {

    private final Map<String, List<LocationRequirement>> required = new HashMap<>();

    Locations(ApplicationModel application) {
        application.locations().stream()
                .sorted(Comparator.comparing(LocationRequirement::toString))
                .forEach(location -> required.computeIfAbsent(location.componentId(), any -> new ArrayList<>()).add(location));
    }

    /** Returns the text of the first requirement that the site violates. */
    Optional<String> outside(Component component, Site site) {
        return of(component).stream().flatMap(location -> outside(location, site).stream()).findFirst();
    }

    /** Returns a key that is equal for components with equal location requirements. */
    List<Object> asked(Component component) {
        return of(component).stream().<Object>map(location -> List.of(location.siteIds(), location.countries())).toList();
    }

    private List<LocationRequirement> of(Component component) {
        return required.getOrDefault(component.id(), List.of());
    }

    private static Optional<String> outside(LocationRequirement location, Site site) {
        if (!location.siteIds().isEmpty() && !location.siteIds().contains(site.id())) {
            return Optional.of("outside " + joined(location.siteIds()));
        }
        boolean abroad = !location.countries().isEmpty() && !location.countries().contains(site.country());
        return abroad ? Optional.of("outside " + joined(location.countries())) : Optional.empty();
    }

    static String joined(Set<?> names) {
        return names.stream().map(Object::toString).collect(Collectors.joining(" or "));
    }
}
