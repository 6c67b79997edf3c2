package org.caravan.importers.camel;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.caravan.formula.Formula;
import org.caravan.formula.FormulaFault;
import org.caravan.formula.Measure;
import org.caravan.formula.Measures;
import org.caravan.formula.Operator;

/** Analyses and transforms formulas. */
final class FormulaParts {

    private FormulaParts() {}

    /** Referenced names in order. */
    static Set<String> names(Formula formula) {
        Set<String> names = new LinkedHashSet<>();
        replaced(formula, reference -> {
            names.add(reference.id());
            return reference;
        });
        return names;
    }

    /** Number of parts; counting stops one above {@code most}. */
    static int size(Formula formula, int most) {
        if (formula instanceof Formula.Operation operation) {
            int left = size(operation.left(), most);
            return left > most ? left : 1 + left + size(operation.right(), most - left);
        }
        int size = 1;
        if (formula instanceof Formula.Call call) {
            for (Formula argument : call.arguments()) {
                size += size > most ? 0 : size(argument, most - size);
            }
        }
        return size;
    }

    /** Replaces arguments by the given formulas. */
    static Formula replaced(Formula body, List<String> arguments, List<Formula> given) {
        Map<String, Formula> by = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            by.put(arguments.get(i), given.get(i));
        }
        return replaced(body, reference -> by.getOrDefault(reference.id(), reference));
    }

    /**
     * Replaces CAMEL names and units by those of the model. Numbers in CAMEL formulas have no units. If a formula is not valid with units,
     * each value is divided by its unit, and the result is multiplied by its unit. This gives the same number as in CAMEL.
     *
     * @param values values by referenced name
     * @param unit unit of the result; empty if no file states it
     */
    static Formula withUnits(Formula bare, Map<String, Value> values, Optional<String> unit) {
        Set<String> units = new LinkedHashSet<>();
        values.values().stream().filter(value -> !value.plain()).map(Value::unit).forEach(units::add);
        unit.filter(result -> !result.equals(Value.PLAIN)).ifPresent(units::add);
        Optional<String> told = unit.or(() -> Optional.of(unitOf(bare, values)));
        boolean asItStands = units.isEmpty() || units.size() == 1 && ofOneUnit(bare, values).equals(told.map(Value.PLAIN::equals));
        if (asItStands) {
            return replaced(bare, reference -> new Formula.Reference(values.get(reference.id()).id()));
        }
        Formula number = replaced(bare, reference -> number(values.get(reference.id())));
        return told.get().equals(Value.PLAIN) ? number : new Formula.Operation(Operator.TIMES, number, Value.amount("1", told.get()));
    }

    /** Unit of the result if no file states it: the common unit of the values if the formula preserves it. */
    static String unitOf(Formula bare, Map<String, Value> values) {
        List<String> units = values.values().stream().filter(value -> !value.plain()).map(Value::unit).distinct().toList();
        return units.size() == 1 && ofOneUnit(bare, values).equals(Optional.of(false)) ? units.get(0) : Value.PLAIN;
    }

    /**
     * Whether the result is a plain number if all values with units share one unit; empty if the formula combines them with plain numbers.
     */
    private static Optional<Boolean> ofOneUnit(Formula bare, Map<String, Value> values) {
        Map<String, Measure> measures = new HashMap<>();
        values.forEach((name, value) -> measures.put(name, value.plain() ? Measure.NUMBER : Measure.DURATION));
        try {
            return new Measures(measures).of(bare).filter(found -> found.equals(Measure.NUMBER)
                    || found.equals(Measure.DURATION)).map(Measure.NUMBER::equals);
        } catch (FormulaFault mixed) {
            return Optional.empty();
        }
    }

    private static Formula number(Value value) {
        Formula named = new Formula.Reference(value.id());
        return value.plain() ? named : new Formula.Operation(Operator.PER, named, Value.amount("1", value.unit()));
    }

    private static Formula replaced(Formula formula, Function<Formula.Reference, Formula> by) {
        if (formula instanceof Formula.Reference reference) {
            return by.apply(reference);
        }
        if (formula instanceof Formula.Operation operation) {
            return new Formula.Operation(operation.operator(), replaced(operation.left(), by), replaced(operation.right(), by));
        }
        return formula instanceof Formula.Call call
                ? new Formula.Call(call.function(), call.arguments().stream().map(argument -> replaced(argument, by)).toList()) : formula;
    }
}
