package org.caravan.dsl.wording;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.dsl.stage.ConstructSupport;
import org.caravan.dsl.stage.SupportedBy;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;

/** Messages for parts of a model that no stage supports yet. */
public final class UnsupportedText {

    private UnsupportedText() {}

    /** Message for a part as a whole, regardless of its properties; empty if a stage supports it. */
    public static Optional<String> of(EObject part) {
        List<SupportedBy> honours = ConstructSupport.ofRule(part.eClass().getName());
        return is(honours) ? Optional.of(sentence(Owner.of(part), honours)) : Optional.empty();
    }

    /** Message for a property that none of the stages in {@code honours} supports yet. */
    public static String of(EObject part, EStructuralFeature property, List<SupportedBy> honours) {
        return sentence(Owner.words(property.getName()) + " of " + Owner.of(part), honours);
    }

    public static boolean is(List<SupportedBy> honours) {
        return !honours.isEmpty() && honours.stream().allMatch(SupportedBy::warned);
    }

    private static String capital(String what) {
        return Character.toUpperCase(what.charAt(0)) + what.substring(1);
    }

    private static String sentence(String what, List<SupportedBy> honours) {
        return capital(what) + " is checked, but not yet honoured by "
                + honours.stream().map(honour -> honour.stage().toString()).collect(Collectors.joining(" or by ")) + ".";
    }
}
