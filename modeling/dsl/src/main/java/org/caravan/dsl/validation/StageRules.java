package org.caravan.dsl.validation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.dsl.stage.ConstructSupport;
import org.caravan.dsl.stage.SupportedBy;
import org.caravan.dsl.wording.Suggestion;
import org.caravan.dsl.wording.UnsupportedText;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Warns about constructs that no stage supports yet, so that authors do not rely on them. */
class StageRules extends Rules {

    /** Cached, because it is needed for each part of each model. */
    private static final Map<EClass, Map<EStructuralFeature, List<SupportedBy>>> WARNED = new ConcurrentHashMap<>();

    private static final String CODE = "not-yet-honoured";
    private static final String SUGGESTION = "keep it for a later version, and do not rely on it.";

    @Check
    void partNotYet(EObject part) {
        UnsupportedText.of(part).filter(sentence -> !UnsupportedText.is(ConstructSupport.ofRule(part.eContainer().eClass().getName())))
                .ifPresent(sentence -> doubt(CODE, sentence, SUGGESTION, part));
    }

    @Check
    void propertyNotYet(EObject part) {
        for (Map.Entry<EStructuralFeature, List<SupportedBy>> property : WARNED.computeIfAbsent(part.eClass(), StageRules::warnedOf)
                .entrySet()) {
            EStructuralFeature feature = property.getKey();
            if (part.eIsSet(feature)) {
                warning(UnsupportedText.of(part, feature, property.getValue()), part, feature, CODE,
                        Suggestion.data(SUGGESTION, List.of()));
            }
        }
    }

    /** Unsupported properties that have their own entry in the table of stages. */
    private static Map<EStructuralFeature, List<SupportedBy>> warnedOf(EClass rule) {
        Map<EStructuralFeature, List<SupportedBy>> properties = new LinkedHashMap<>();
        for (EStructuralFeature feature : rule.getEAllStructuralFeatures()) {
            List<SupportedBy> honours = ConstructSupport.all().getOrDefault(rule.getName() + "." + feature.getName(), List.of());
            if (UnsupportedText.is(honours)) {
                properties.put(feature, honours);
            }
        }
        return properties;
    }
}
