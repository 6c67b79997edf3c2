package org.caravan.formula;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Evaluates formulas and conditions. Values are in the base units of {@link Measure}; one that is not known is not a number, and
 * so is what is computed with it.
 */
public final class Evaluator {

    private final ToDoubleFunction<String> values;
    private final Map<String, Condition> conditions;
    private final Predicate<String> violated;

    /**
     * @param conditions that others name; none names itself, not by others either
     * @param violated whether the promise of an id is not kept now
     */
    public Evaluator(Map<String, Double> values, Map<String, Condition> conditions, Predicate<String> violated) {
        Map<String, Double> known = Map.copyOf(values);
        this.values = id -> known.getOrDefault(id, Double.NaN);
        this.conditions = Map.copyOf(conditions);
        this.violated = violated;
    }

    /** Of formulas alone. @param values asked each time; one that is not known is not a number */
    public Evaluator(ToDoubleFunction<String> values) {
        this.values = values;
        this.conditions = Map.of();
        this.violated = any -> false;
    }

    public double value(Formula formula) {
        if (formula instanceof Formula.Amount amount) {
            return amount.value();
        }
        if (formula instanceof Formula.Reference reference) {
            return values.applyAsDouble(reference.id());
        }
        if (formula instanceof Formula.Operation operation) {
            return operation.operator().apply(value(operation.left()), value(operation.right()));
        }
        Formula.Call call = (Formula.Call) formula;
        return call.function().apply(call.arguments().stream().map(this::value).toList());
    }

    /** Whether it is known to hold. */
    public boolean holds(Condition condition) {
        return truth(condition).orElse(false);
    }

    /** Empty where too little is known to tell: nothing follows from a value that is missing, nor from its contrary. */
    public Optional<Boolean> truth(Condition condition) {
        if (condition instanceof Condition.Comparison comparison) {
            return comparison.relation().holds(value(comparison.left()), value(comparison.right()));
        }
        if (condition instanceof Condition.Named named) {
            return Optional.ofNullable(conditions.get(named.id())).flatMap(this::truth);
        }
        if (condition instanceof Condition.Violated slo) {
            return Optional.of(violated.test(slo.sloId()));
        }
        if (condition instanceof Condition.Not not) {
            return truth(not.condition()).map(known -> !known);
        }
        if (condition instanceof Condition.All all) {
            return decided(all.conditions(), false);
        }
        return condition instanceof Condition.Any any ? decided(any.conditions(), true) : truth((Condition.Implication) condition);
    }

    /** One condition that is {@code enough} decides; else all must be known. */
    private Optional<Boolean> decided(List<Condition> conditions, boolean enough) {
        List<Optional<Boolean>> truths = conditions.stream().map(this::truth).toList();
        if (truths.contains(Optional.of(enough))) {
            return Optional.of(enough);
        }
        return truths.contains(Optional.<Boolean>empty()) ? Optional.empty() : Optional.of(!enough);
    }

    private Optional<Boolean> truth(Condition.Implication implication) {
        return truth(implication.premise()).flatMap(holds -> holds ? truth(implication.conclusion())
                : implication.otherwise().map(this::truth).orElse(Optional.of(true)));
    }
}
