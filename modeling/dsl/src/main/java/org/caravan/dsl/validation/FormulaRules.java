package org.caravan.dsl.validation;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.dsl.caravan.AmountFactor;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CallFactor;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComparisonPredicate;
import org.caravan.dsl.caravan.ConstraintDeclaration;
import org.caravan.dsl.caravan.MetricDeclaration;
import org.caravan.dsl.caravan.Quantity;
import org.caravan.dsl.caravan.Sum;
import org.caravan.dsl.caravan.UtilityDeclaration;
import org.caravan.dsl.caravan.ValueFactor;
import org.caravan.dsl.expression.ConditionReader;
import org.caravan.dsl.expression.FormulaReader;
import org.caravan.dsl.expression.ValueMeasures;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.caravan.formula.FormulaFault;
import org.caravan.formula.Function;
import org.caravan.formula.Measure;
import org.caravan.formula.Measures;
import org.caravan.formula.Units;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.validation.Check;

/** Checks that formulas and comparisons combine only compatible measures and use known functions and units. */
class FormulaRules extends Rules {

    private static final int LONGEST = 18;

    static final List<String> FUNCTIONS = Arrays.stream(Function.values()).map(Function::toString).toList();

    @Check
    void amount(AmountFactor factor) {
        Quantity amount = factor.getAmount();
        if (amount == null || amount.getValue() == null) {
            return;
        }
        if (Units.measure(amount.getUnit()).isEmpty()) {
            String message = "Unit " + amount.getUnit() + " of " + Owner.of(factor) + " does not exist.";
            reject("unknown-unit", message, Suggestion.useOneOf(amount.getUnit(), Units.names()) + ".",
                    Suggestion.closest(amount.getUnit(), Units.names()),
                    amount, Literals.QUANTITY__UNIT, -1);
        } else if (amount.getValue().length() > LONGEST) {
            reject("quantity-range", "The number in " + Owner.of(factor) + " has more than " + LONGEST + " characters.", "round it.",
                    amount, Literals.QUANTITY__VALUE);
        }
    }

    @Check
    void function(CallFactor call) {
        Optional<Function> function = Function.named(call.getFunction());
        if (call.getFunction() != null && function.isEmpty()) {
            String message = capital(Owner.of(call)) + " calls function " + call.getFunction() + ", which does not exist.";
            reject("function-unknown", message, Suggestion.useOneOf(call.getFunction(), FUNCTIONS) + ".",
                    Suggestion.closest(call.getFunction(), FUNCTIONS),
                    call, Literals.CALL_FACTOR__FUNCTION, -1);
        } else if (function.filter(known -> !known.ofMany() && call.getArguments().size() > 1).isPresent()) {
            String message = "Function " + call.getFunction() + " takes one argument, not " + call.getArguments().size() + ".";
            reject("function-arguments", message, "leave the others out.", call, Literals.CALL_FACTOR__ARGUMENTS, 1);
        }
    }

    @Check
    void valueIsNoCondition(ValueFactor factor) {
        boolean alone = factor.eContainer().eContainer().eContainer() instanceof ComparisonPredicate comparison
                && ConditionReader.named(comparison).isPresent();
        if (factor.getValue() instanceof ConstraintDeclaration constraint && !constraint.eIsProxy() && !alone) {
            String message = "Constraint " + constraint.getName() + " is no value of a formula.";
            reject("constraint-as-value", message, "name a metric or variable.", factor, Literals.VALUE_FACTOR__VALUE);
        }
    }

    @Check
    void predicate(ComparisonPredicate comparison) {
        if (comparison.getRelation() != null) {
            check(comparison, origins -> new Measures(measures(comparison))
                    .check(new ConditionReader(new FormulaReader(origins)).comparison(comparison)));
            return;
        }
        Optional<ValueFactor> named = ConditionReader.named(comparison);
        boolean condition = named.isPresent() && (named.get().getValue() == null || named.get().getValue().eIsProxy()
                || named.get().getValue() instanceof ConstraintDeclaration);
        if (!condition && comparison.getLeft() != null) {
            reject("value-as-condition", "A value alone in " + Owner.of(comparison) + " neither holds nor not.", "compare it: load > 80 %",
                    comparison, Literals.COMPARISON_PREDICATE__LEFT);
        }
    }

    @Check
    void metric(MetricDeclaration metric) {
        formula(metric, metric.getFormula());
    }

    @Check
    void utility(UtilityDeclaration utility) {
        formula(utility, utility.getFormula());
    }

    private void formula(EObject part, Sum sum) {
        if (sum != null) {
            check(part, origins -> new Measures(measures(part)).of(new FormulaReader(origins).read(sum)));
        }
    }

    private interface Checked {
        void run(Map<Object, EObject> origins) throws FormulaFault;
    }

    private void check(EObject part, Checked checked) {
        Map<Object, EObject> origins = new IdentityHashMap<>();
        try {
            checked.run(origins);
        } catch (FormulaFault fault) {
            EObject where = origins.getOrDefault(fault.about(), part);
            reject("units-differ", fault.getMessage(), fault.suggestion(), where, null);
        }
    }

    /** Measures are computed for the whole application. Each rule on a formula needs them, so they are cached during validation. */
    private Map<String, Measure> measures(EObject part) {
        ApplicationDeclaration application = org.eclipse.xtext.EcoreUtil2.getContainerOfType(part, ApplicationDeclaration.class);
        @SuppressWarnings("unchecked")
        Map<String, Measure> known = (Map<String, Measure>) getContext().get(application);
        if (known == null) {
            known = ValueMeasures.of(application);
            getContext().put(application, known);
        }
        return known;
    }
}
