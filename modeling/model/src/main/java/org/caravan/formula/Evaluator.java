package org.caravan.formula;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Evaluates formulas and conditions. Values are in the base units of {@link Measure}. An unknown value is NaN, and so is every result
 * computed from it.
 */
public final class Evaluator {

    private final ToDoubleFunction<String> values;
    private final Map<String, Condition> conditions;
    private final Function<String, Optional<Boolean>> violated;

    /**
     * @param conditions conditions to which others may refer; references must not form a cycle
     * @param violated whether the SLO with this id is currently violated
     */
    public Evaluator(Map<String, Double> values, Map<String, Condition> conditions, Predicate<String> violated) {
        this(known(values), Map.copyOf(conditions), id -> Optional.of(violated.test(id)));
    }

    private Evaluator(ToDoubleFunction<String> values, Map<String, Condition> conditions, Function<String, Optional<Boolean>> violated) {
        this.values = values;
        this.conditions = conditions;
        this.violated = violated;
    }

    /** Evaluator for which it may be unknown whether an SLO is violated: {@code violated} is then empty. */
    public static Evaluator ofKnown(Map<String, Double> values, Map<String, Condition> conditions,
            Function<String, Optional<Boolean>> violated) {
        return new Evaluator(known(values), Map.copyOf(conditions), violated);
    }

    private static ToDoubleFunction<String> known(Map<String, Double> values) {
        Map<String, Double> known = Map.copyOf(values);
        return id -> known.getOrDefault(id, Double.NaN);
    }

    /**
     * Evaluator for formulas only.
     *
     * @param values called for each evaluation; returns NaN for an unknown value
     */
    public Evaluator(ToDoubleFunction<String> values) {
        this(values, Map.of(), any -> Optional.of(false));
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

    /** Whether the condition is known to hold. */
    public boolean holds(Condition condition) {
        return truth(condition).orElse(false);
    }

    /** Truth value; empty if unknown values prevent a decision. The negation of an undecided condition is also undecided. */
    public Optional<Boolean> truth(Condition condition) {
        if (condition instanceof Condition.Comparison comparison) {
            return comparison.relation().holds(value(comparison.left()), value(comparison.right()));
        }
        if (condition instanceof Condition.Named named) {
            return Optional.ofNullable(conditions.get(named.id())).flatMap(this::truth);
        }
        if (condition instanceof Condition.Violated slo) {
            return violated.apply(slo.sloId());
        }
        if (condition instanceof Condition.Not not) {
            return truth(not.condition()).map(known -> !known);
        }
        if (condition instanceof Condition.All all) {
            return decided(all.conditions(), false);
        }
        return condition instanceof Condition.Any any ? decided(any.conditions(), true) : truth((Condition.Implication) condition);
    }

    /** One condition with the value {@code enough} decides; otherwise all values must be known. */
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
