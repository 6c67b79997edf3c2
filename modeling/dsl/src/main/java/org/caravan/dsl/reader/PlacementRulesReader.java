package org.caravan.dsl.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.Bandwidth;
import org.caravan.application.PlacementRules;
import org.caravan.application.Coupling;
import org.caravan.application.Coupling.Kind;
import org.caravan.application.Separation;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.BandwidthDeclaration;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.LocationDeclaration;
import org.caravan.dsl.caravan.PreferenceDeclaration;
import org.caravan.unit.BitRate;

/** Converts affinity rules and bandwidth declarations into their record. */
final class PlacementRulesReader {

    private final ApplicationDeclaration application;

    PlacementRulesReader(ApplicationDeclaration application) {
        this.application = application;
    }

    /** Whether the declaration restricts the location of a component rather than relating copies to each other. */
    static boolean isPlace(LocationDeclaration location) {
        return location.getApartBy() == null && location.getApartFrom() == null && location.getTogetherWith() == null;
    }

    PlacementRules read() {
        List<Coupling> couplings = new ArrayList<>();
        application.getLocations().stream().filter(location -> !isPlace(location) && location.getApartBy() == null).forEach(location ->
                couplings.add(coupling(location.getComponent(), location.getApartFrom(), location.getTogetherWith(), location.getPlace(),
                        Optional.empty())));
        application.getPreferences().forEach(preference -> couplings.add(preferred(preference)));
        return new PlacementRules(couplings, bandwidths());
    }

    private Map<String, Bandwidth> bandwidths() {
        Map<String, Bandwidth> bandwidths = new HashMap<>();
        for (ComponentDeclaration component : application.getComponents()) {
            BandwidthDeclaration written = component.getBandwidth();
            if (written != null) {
                bandwidths.put(component.getName(), new Bandwidth(
                        written.getShare() == null ? 1 : Double.parseDouble(written.getShare()),
                        written.getMin() == null ? BitRate.ZERO : Amounts.bitRate(written.getMin()),
                        Optional.ofNullable(written.getMax()).map(Amounts::bitRate)));
            }
        }
        return bandwidths;
    }

    private static Coupling preferred(PreferenceDeclaration preference) {
        double weight = preference.getWeight() == null ? 1 : Double.parseDouble(preference.getWeight());
        return coupling(preference.getComponent(), preference.getApartFrom(), preference.getTogetherWith(), preference.getPlace(),
                Optional.of(weight));
    }

    private static Coupling coupling(
            ComponentDeclaration one, ComponentDeclaration apartFrom, ComponentDeclaration togetherWith, String place,
                    Optional<Double> weight) {
        ComponentDeclaration other = togetherWith == null ? apartFrom : togetherWith;
        Separation.By by = place == null ? Separation.By.SITE : Separation.By.valueOf(place.toUpperCase(Locale.ROOT));
        return new Coupling(one.getName(), togetherWith == null ? Kind.APART : Kind.TOGETHER, other.getName(), by, weight);
    }
}
