package org.caravan.formula;

import java.util.Map;
import java.util.Optional;

/** Computes the measure of formulas and rejects formulas that combine incompatible measures, such as two seconds and a request. */
public final class Measures {

    private final Map<String, Measure> known;

    /**
     * @param known measures of named values; a value that is not in the map may have any measure. The map is not copied, because a large
     * application has a formula for each of its values
     */
    public Measures(Map<String, Measure> known) {
        this.known = known;
    }

    /** Measure of the formula; empty if it depends on unknown values. */
    public Optional<Measure> of(Formula formula) throws FormulaFault {
        if (formula instanceof Formula.Amount amount) {
            return Optional.of(amount.measure());
        }
        if (formula instanceof Formula.Reference reference) {
            return Optional.ofNullable(known.get(reference.id()));
        }
        return formula instanceof Formula.Operation operation ? of(operation) : of((Formula.Call) formula);
    }

    private Optional<Measure> of(Formula.Operation operation) throws FormulaFault {
        Optional<Measure> left = of(operation.left());
        Optional<Measure> right = of(operation.right());
        if (operation.operator().adds()) {
            return same(left, right, operation.operator().toString(), operation);
        }
        return left.isEmpty() || right.isEmpty() ? Optional.empty()
                : Optional.of(operation.operator() == Operator.TIMES ? left.get().times(right.get()) : left.get().per(right.get()));
    }

    private Optional<Measure> of(Formula.Call call) throws FormulaFault {
        Optional<Measure> common = Optional.empty();
        for (Formula argument : call.arguments()) {
            Optional<Measure> measure = of(argument);
            if (call.function().ofNumbers() && measure.isPresent() && !measure.get().equals(Measure.NUMBER)) {
                throw new FormulaFault("Function " + call.function() + " takes a number without a unit, not " + measure.get() + ".",
                        "divide it by an amount of the same kind.", argument);
            }
            common = same(common, measure, "," , call);
        }
        return call.function().ofNumbers() ? Optional.of(Measure.NUMBER) : common;
    }

    /** @throws FormulaFault if the two sides of a comparison have different measures */
    public void check(Condition.Comparison comparison) throws FormulaFault {
        same(of(comparison.left()), of(comparison.right()), comparison.relation().toString(), comparison);
    }

    private static Optional<Measure> same(Optional<Measure> left, Optional<Measure> right, String sign, Object about) throws FormulaFault {
        if (left.isPresent() && right.isPresent() && !left.get().equals(right.get())) {
            throw new FormulaFault("The two sides of " + sign + " are not of one kind: " + left.get() + " and " + right.get() + ".",
                    "bring both to " + left.get() + ".", about);
        }
        return left.or(() -> right);
    }
}
