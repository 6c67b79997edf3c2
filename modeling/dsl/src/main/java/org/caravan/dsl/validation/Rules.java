package org.caravan.dsl.validation;

import java.util.List;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.EValidatorRegistrar;
import org.eclipse.xtext.validation.ValidationMessageAcceptor;

/** Base class of rules about one subject. Registered as part of {@link CaravanValidator}, never alone. */
abstract class Rules extends AbstractCaravanValidator {

    @Override
    public void register(EValidatorRegistrar registrar) {
        // CaravanValidator is already registered; a second registration would report each problem twice.
    }

    /** Xtext ignores a NullPointerException in a rule, so the rule would accept invalid input. */
    @Override
    protected void handleExceptionDuringValidation(Throwable problem) {
        if (problem instanceof NullPointerException broken) {
            throw broken;
        }
        super.handleExceptionDuringValidation(problem);
    }

    /** @param suggestion the rest of a line that starts with "Maybe" */
    void reject(String code, String message, String suggestion, EObject part, EStructuralFeature feature) {
        reject(code, message, suggestion, part, feature, ValidationMessageAcceptor.INSIGNIFICANT_INDEX);
    }

    void reject(String code, String message, String suggestion, EObject part, EStructuralFeature feature, int index) {
        reject(code, message, suggestion, List.of(), part, feature, index);
    }

    /** @param replacements texts that an editor may offer for the marked text, likeliest first */
    void reject(String code, String message, String suggestion, List<String> replacements, EObject part, EStructuralFeature feature,
            int index) {
        error(message, part, feature, index, code, Suggestion.data(suggestion, replacements));
    }

    /** Marks the name of the part. */
    void rejectName(String code, String message, String suggestion, String betterName, EObject part) {
        reject(code, message, suggestion, List.of(betterName), part, part.eClass().getEStructuralFeature("name"),
                ValidationMessageAcceptor.INSIGNIFICANT_INDEX);
    }

    /** Marks the name of the part, or the part itself if it has no name. */
    void reject(String code, String message, String suggestion, EObject part) {
        reject(code, message, suggestion, part, part.eClass().getEStructuralFeature("name"));
    }

    void doubt(String code, String message, String suggestion, EObject part) {
        warning(message, part, part.eClass().getEStructuralFeature("name"), code, suggestion);
    }

    static String capital(String sentence) {
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }
}
