package org.caravan.dsl.validation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.caravan.dsl.stage.Honour;
import org.caravan.dsl.stage.Honours;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** What no stage honours yet is said where it stands: whoever writes it must not believe that it is in force. */
class StageRules extends Rules {

    /** Asked of every part of every model. */
    private static final Map<EClass, Map<EStructuralFeature, List<Honour>>> WARNED = new ConcurrentHashMap<>();

    private static final String CODE = "not-yet-honoured";
    private static final String SUGGESTION = "keep it for a later version, and do not rely on it.";

    @Check
    void partNotYet(EObject part) {
        List<Honour> honours = Honours.ofRule(part.eClass().getName());
        if (warned(honours) && !warned(Honours.ofRule(part.eContainer().eClass().getName()))) {
            doubt(CODE, capital(Owner.of(part)) + " is checked, but " + nobody(honours), SUGGESTION, part);
        }
    }

    @Check
    void propertyNotYet(EObject part) {
        for (Map.Entry<EStructuralFeature, List<Honour>> property : WARNED.computeIfAbsent(part.eClass(), StageRules::warnedOf).entrySet()) {
            EStructuralFeature feature = property.getKey();
            List<Honour> honours = property.getValue();
            if (part.eIsSet(feature)) {
                String message = capital(Owner.words(feature.getName())) + " of " + Owner.of(part) + " is checked, but " + nobody(honours);
                warning(message, part, feature, CODE, Suggestion.data(SUGGESTION, List.of()));
            }
        }
    }

    /** Properties with a line of their own that says so. */
    private static Map<EStructuralFeature, List<Honour>> warnedOf(EClass rule) {
        Map<EStructuralFeature, List<Honour>> properties = new LinkedHashMap<>();
        for (EStructuralFeature feature : rule.getEAllStructuralFeatures()) {
            List<Honour> honours = Honours.all().getOrDefault(rule.getName() + "." + feature.getName(), List.of());
            if (warned(honours)) {
                properties.put(feature, honours);
            }
        }
        return properties;
    }

    private static boolean warned(List<Honour> honours) {
        return !honours.isEmpty() && honours.stream().allMatch(Honour::warned);
    }

    private static String nobody(List<Honour> honours) {
        return "not yet honoured by " + honours.stream().map(honour -> honour.stage().toString()).collect(Collectors.joining(" or by ")) + ".";
    }
}
