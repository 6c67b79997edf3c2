package org.caravan.problem;

import java.util.LinkedHashSet;
import java.util.Set;
import org.caravan.formula.Formula;

/** Names used in a formula. */
record FormulaNames(Formula formula) {

    Set<String> all() {
        Set<String> names = new LinkedHashSet<>();
        add(formula, names);
        return names;
    }

    private static void add(Formula formula, Set<String> names) {
        if (formula instanceof Formula.Reference reference) {
            names.add(reference.id());
        } else if (formula instanceof Formula.Operation operation) {
            add(operation.left(), names);
            add(operation.right(), names);
        } else if (formula instanceof Formula.Call call) {
            call.arguments().forEach(argument -> add(argument, names));
        }
    }
}
