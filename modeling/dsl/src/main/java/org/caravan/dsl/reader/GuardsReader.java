package org.caravan.dsl.reader;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.dsl.caravan.ProviderDeclaration;
import org.caravan.dsl.caravan.SiteDeclaration;
import org.caravan.infrastructure.Guard;
import org.caravan.infrastructure.Sensitivity;

/**
 * Reads security controls and data clearance of providers. A provider inherits the controls of its site and adds its own; its clearance
 * overrides that of the site.
 */
final class GuardsReader {

    private GuardsReader() {}

    static Map<String, Guard> read(SiteDeclaration site) {
        Map<String, Guard> guards = new TreeMap<>();
        for (ProviderDeclaration provider : site.getProviders()) {
            Set<String> controls = new HashSet<>(site.getControls());
            controls.addAll(provider.getControls());
            String holds = provider.getHolds() == null ? site.getHolds() : provider.getHolds();
            Guard guard = new Guard(controls, Optional.ofNullable(holds).map(word -> Sensitivity.valueOf(word.toUpperCase(Locale.ROOT))));
            if (!guard.equals(Guard.NONE)) {
                guards.put(provider.getName(), guard);
            }
        }
        return guards;
    }
}
