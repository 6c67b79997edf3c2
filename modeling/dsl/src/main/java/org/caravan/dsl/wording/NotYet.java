package org.caravan.dsl.wording;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.dsl.stage.Honour;
import org.caravan.dsl.stage.Honours;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;

/** How it is said that no stage honours a part of a model yet. */
public final class NotYet {

    private NotYet() {}

    /** Of a part as a whole, without a look at its properties; empty where a stage honours it. */
    public static Optional<String> of(EObject part) {
        List<Honour> honours = Honours.ofRule(part.eClass().getName());
        return is(honours) ? Optional.of(sentence(Owner.of(part), honours)) : Optional.empty();
    }

    /** Of a property for which no stage does what {@code honours} say. */
    public static String of(EObject part, EStructuralFeature property, List<Honour> honours) {
        return sentence(Owner.words(property.getName()) + " of " + Owner.of(part), honours);
    }

    public static boolean is(List<Honour> honours) {
        return !honours.isEmpty() && honours.stream().allMatch(Honour::warned);
    }

    private static String sentence(String what, List<Honour> honours) {
        return Character.toUpperCase(what.charAt(0)) + what.substring(1) + " is checked, but not yet honoured by "
                + honours.stream().map(honour -> honour.stage().toString()).collect(Collectors.joining(" or by ")) + ".";
    }
}
