package org.caravan.dsl.expression;

import java.util.List;
import java.util.Optional;
import org.caravan.dsl.caravan.AllCondition;
import org.caravan.dsl.caravan.AnyCondition;
import org.caravan.dsl.caravan.ComparisonPredicate;
import org.caravan.dsl.caravan.ConstraintDeclaration;
import org.caravan.dsl.caravan.Predicate;
import org.caravan.dsl.caravan.Product;
import org.caravan.dsl.caravan.Sum;
import org.caravan.dsl.caravan.ValueFactor;
import org.caravan.dsl.caravan.ViolatedPredicate;
import org.caravan.dsl.wording.Owner;
import org.caravan.formula.Condition;
import org.caravan.formula.Relation;

/** Converts a validated condition into its record. */
public final class ConditionReader {

    private final FormulaReader formulas;

    public ConditionReader(FormulaReader formulas) {
        this.formulas = formulas;
    }

    public Condition read(ConstraintDeclaration constraint) {
        Condition conclusion = read(constraint.getConclusion());
        return constraint.getPremise() == null ? conclusion
                : new Condition.Implication(read(constraint.getPremise()), conclusion,
                        Optional.ofNullable(constraint.getOtherwise()).map(this::read));
    }

    public Condition read(AnyCondition any) {
        List<Condition> read = any.getConditions().stream().map(this::read).toList();
        return read.size() == 1 ? read.get(0) : new Condition.Any(read);
    }

    private Condition read(AllCondition all) {
        List<Condition> read = all.getConditions().stream().map(this::read).toList();
        return read.size() == 1 ? read.get(0) : new Condition.All(read);
    }

    private Condition read(Predicate predicate) {
        if (predicate instanceof ViolatedPredicate violated) {
            return negated(violated.isNegated(), new Condition.Violated(violated.getSlo().getName()));
        }
        ComparisonPredicate comparison = (ComparisonPredicate) predicate;
        return negated(comparison.isNegated(), comparison.getRelation() == null
                ? new Condition.Named(named(comparison).map(value -> Owner.written(value, "value")).orElseThrow())
                : comparison(comparison));
    }

    /** @param comparison comparison that has a relation */
    public Condition.Comparison comparison(ComparisonPredicate comparison) {
        return new Condition.Comparison(formulas.read(comparison.getLeft()), Relation.of(comparison.getRelation()),
                formulas.read(comparison.getRight()));
    }

    /** The single name of a predicate without a relation; empty for all other predicates. */
    public static Optional<ValueFactor> named(ComparisonPredicate comparison) {
        Sum sum = comparison.getLeft();
        if (comparison.getRelation() != null || sum == null || sum.getTerms().size() != 1) {
            return Optional.empty();
        }
        Product product = sum.getTerms().get(0);
        return product.getFactors().size() == 1 && product.getFactors().get(0) instanceof ValueFactor value ? Optional.of(value)
                : Optional.empty();
    }

    private static Condition negated(boolean negated, Condition condition) {
        return negated ? new Condition.Not(condition) : condition;
    }
}
