package org.caravan.dsl.expression;

import java.util.ArrayList;
import java.util.List;
import org.caravan.dsl.caravan.ValueFactor;
import org.caravan.dsl.wording.Owner;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.EcoreUtil2;

/** Finds the values that a part of a text references. */
public final class References {

    /** @param name as written, even if it does not resolve */
    public record Named(String name, ValueFactor factor) {}

    private References() {}

    /** References in the order of the text. */
    public static List<Named> in(EObject part) {
        List<Named> named = new ArrayList<>();
        EcoreUtil2.getAllContentsOfType(part, ValueFactor.class)
                .forEach(factor -> named.add(new Named(Owner.written(factor, "value"), factor)));
        return named;
    }
}
