package org.caravan.dsl.validation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.application.Separation;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.LocationDeclaration;
import org.caravan.dsl.caravan.PreferenceDeclaration;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.validation.Check;

/** Checks affinity and anti-affinity rules between two components. */
class CouplingRules extends Rules {

    /** Attributes that copies of two components can share; forms of different components are unrelated. */
    static final List<String> PLACES = List.of(Separation.By.HOST.toString(), Separation.By.SITE.toString());

    @Check
    void required(LocationDeclaration location) {
        check(location, location.getComponent(), location.getApartFrom(), location.getTogetherWith(), location.getPlace());
    }

    @Check
    void preferred(PreferenceDeclaration preference) {
        check(preference, preference.getComponent(), preference.getApartFrom(), preference.getTogetherWith(), preference.getPlace());
    }

    private void check(EObject part, ComponentDeclaration one, ComponentDeclaration apart, ComponentDeclaration together, String place) {
        if (one != null && (one == apart || one == together)) {
            String words = one == apart ? " apart from itself." : " together with itself.";
            String suggestion = one == apart ? "keep its replicas apart: require " + one.getName() + " apart by host" : "leave it out.";
            reject("coupling-of-itself", "Component " + one.getName() + " is to be" + words, suggestion, part,
                    part.eClass().getEStructuralFeature("component"));
        }
        if (place != null && !PLACES.contains(place)) {
            String message = capital(Owner.of(part)) + " names place " + place + ", which does not exist.";
            reject("place-unknown", message, Suggestion.useOneOf(place, PLACES) + ".", Suggestion.closest(place, PLACES), part,
                    part.eClass().getEStructuralFeature("place"), -1);
        }
    }

    /** Copies that share a host also share its site, so apart by site implies apart by host. */
    @Check
    void contradiction(ApplicationDeclaration application) {
        Map<List<ComponentDeclaration>, LocationDeclaration> together = new HashMap<>();
        for (LocationDeclaration location : application.getLocations()) {
            if (location.getTogetherWith() != null && location.getComponent() != null) {
                together.putIfAbsent(List.of(location.getComponent(), location.getTogetherWith()), location);
                together.putIfAbsent(List.of(location.getTogetherWith(), location.getComponent()), location);
            }
        }
        for (LocationDeclaration apart : application.getLocations()) {
            LocationDeclaration near = apart.getApartFrom() == null || apart.getComponent() == null
                    ? null : together.get(List.of(apart.getComponent(), apart.getApartFrom()));
            if (near != null && (bySite(apart) || !bySite(near))) {
                String message = "Component " + apart.getComponent().getName() + " is to be apart from " + apart.getApartFrom().getName()
                        + ", but also together with it.";
                reject("coupling-contradiction", message, "remove one of them, or prefer it.", apart,
                        Literals.LOCATION_DECLARATION__APART_FROM);
            }
        }
    }

    private static boolean bySite(LocationDeclaration location) {
        return location.getPlace() == null || location.getPlace().equals(Separation.By.SITE.toString());
    }
}
