package org.caravan.dsl.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.dsl.caravan.AmountFactor;
import org.caravan.dsl.caravan.CallFactor;
import org.caravan.dsl.caravan.Factor;
import org.caravan.dsl.caravan.Product;
import org.caravan.dsl.caravan.Quantity;
import org.caravan.dsl.caravan.Sum;
import org.caravan.dsl.caravan.SumFactor;
import org.caravan.dsl.caravan.ValueFactor;
import org.caravan.dsl.wording.Owner;
import org.caravan.formula.Formula;
import org.caravan.formula.Function;
import org.caravan.formula.Measure;
import org.caravan.formula.Operator;
import org.caravan.formula.Units;
import org.eclipse.emf.ecore.EObject;

/** Converts a parsed expression into a formula. Incomplete or unknown parts become a reference to an empty name; rules report them. */
public final class FormulaReader {

    /** Maximum number of digits; keeps arithmetic cheap for any input. */
    private static final int LONGEST = 18;

    private static final Formula NOTHING = new Formula.Reference("");

    private final Map<Object, EObject> origins;

    /** @param origins receives the source element of each formula, by identity of the formula */
    public FormulaReader(Map<Object, EObject> origins) {
        this.origins = origins;
    }

    public Formula read(Sum sum) {
        if (sum == null || sum.getTerms().isEmpty()) {
            return NOTHING;
        }
        List<Formula> terms = new ArrayList<>();
        sum.getTerms().forEach(term -> terms.add(read(term)));
        return joined(terms, sum.getOperators(), sum);
    }

    private Formula read(Product product) {
        List<Formula> factors = new ArrayList<>();
        product.getFactors().forEach(factor -> factors.add(read(factor)));
        return factors.isEmpty() ? NOTHING : joined(factors, product.getOperators(), product);
    }

    private Formula joined(List<Formula> parts, List<String> operators, EObject origin) {
        Formula joined = parts.get(0);
        for (int i = 1; i < parts.size() && i <= operators.size(); i++) {
            joined = from(origin, new Formula.Operation(Operator.of(operators.get(i - 1)), joined, parts.get(i)));
        }
        return joined;
    }

    private Formula read(Factor factor) {
        if (factor instanceof AmountFactor amount) {
            return from(amount, amount(amount));
        }
        if (factor instanceof CallFactor call) {
            return from(call, call(call));
        }
        if (factor instanceof ValueFactor value) {
            return from(value, new Formula.Reference(Owner.written(value, "value")));
        }
        return factor instanceof SumFactor sum ? read(sum.getInner()) : NOTHING;
    }

    private static Formula amount(AmountFactor factor) {
        Quantity amount = factor.getAmount();
        Optional<Measure> measure = amount == null ? Optional.empty() : Units.measure(amount.getUnit());
        if (measure.isEmpty() || amount.getValue() == null || amount.getValue().length() > LONGEST) {
            return NOTHING;
        }
        String sign = factor.isNegative() ? "-" : "";
        String written = sign + amount.getValue() + (amount.getUnit() == null ? "" : " " + amount.getUnit());
        return new Formula.Amount(written, Units.inBaseUnits(sign + amount.getValue(), amount.getUnit()), measure.get());
    }

    private Formula call(CallFactor call) {
        Optional<Function> function = Function.named(call.getFunction());
        List<Formula> arguments = call.getArguments().stream().map(this::read).toList();
        boolean complete = function.isPresent() && !arguments.isEmpty() && (arguments.size() == 1 || function.get().ofMany());
        return complete ? new Formula.Call(function.get(), arguments) : NOTHING;
    }

    private <T> T from(EObject origin, T read) {
        if (read != NOTHING) {
            origins.put(read, origin);
        }
        return read;
    }
}
