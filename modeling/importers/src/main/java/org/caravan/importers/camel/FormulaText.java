package org.caravan.importers.camel;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.formula.Formula;
import org.caravan.formula.Function;
import org.caravan.formula.Operator;

/**
 * Parses formulas in mXparser syntax (https://mathparser.org), as far as our formulas can express them. References keep their CAMEL names,
 * and numbers have no units.
 */
final class FormulaText {

    /** Function declared in a model. */
    record Declared(List<String> arguments, String expression) {}

    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:([0-9]*\\.?[0-9]+(?:[eE][+-]?[0-9]{1,3})?)|([A-Za-z_][\\w.]*)|([-+*/^(),]))");
    private static final Map<String, Function> FUNCTIONS = Map.of("min", Function.MIN, "max", Function.MAX, "sum", Function.SUM, "add",
            Function.SUM, "mean",
            Function.MEAN, "avg", Function.MEAN, "abs", Function.ABS, "exp", Function.EXP, "ln", Function.LN);
    private static final int DEEPEST = 40;
    /** Nesting depth of declared functions in each other's expressions. */
    private static final int DEEPEST_CALLS = 10;
    private static final int MOST_PARTS = 500;

    private final Map<String, Declared> declared;
    private final List<String> tokens;
    private final int calls;
    private int at;
    private int parts;

    private FormulaText(String text, Map<String, Declared> declared, int calls) throws Unsupported {
        this.declared = declared;
        this.tokens = tokens(text);
        this.calls = calls;
    }

    /** @param declared functions by name */
    static Formula read(String text, Map<String, Declared> declared) throws Unsupported {
        return whole(text, declared, 0);
    }

    private static Formula whole(String text, Map<String, Declared> declared, int calls) throws Unsupported {
        FormulaText reading = new FormulaText(text, declared, calls);
        Formula read = reading.sum(0);
        if (reading.at < reading.tokens.size()) {
            throw reading.unread();
        }
        return read;
    }

    private static List<String> tokens(String text) throws Unsupported {
        List<String> tokens = new ArrayList<>();
        Matcher token = TOKEN.matcher(text);
        int end = 0;
        while (token.find() && token.start() == end) {
            tokens.add(token.group().strip());
            end = token.end();
        }
        if (!text.substring(end).isBlank() || tokens.isEmpty()) {
            throw new Unsupported("because its formula is not of numbers, names and + - * / ^ alone");
        }
        return tokens;
    }

    private Formula sum(int nested) throws Unsupported {
        Formula sum = product(nested);
        while (is("+") || is("-")) {
            sum = joined(Operator.of(tokens.get(at++)), sum, product(nested));
        }
        return sum;
    }

    private Formula product(int nested) throws Unsupported {
        Formula product = factor(nested);
        while (is("*") || is("/")) {
            product = joined(Operator.of(tokens.get(at++)), product, factor(nested));
        }
        return product;
    }

    /** A sign binds weaker than a power: {@code -x^2} is negative. */
    private Formula factor(int nested) throws Unsupported {
        if (nested > DEEPEST) {
            throw new Unsupported("because its formula is nested more than " + DEEPEST + " deep");
        }
        if (is("-")) {
            at++;
            Formula of = factor(nested + 1);
            return of instanceof Formula.Amount amount && amount.value() > 0 ? Value.amount("-" + amount.written(), Value.PLAIN)
                    : joined(Operator.TIMES, Value.amount("-1", Value.PLAIN), of);
        }
        if (is("+")) {
            at++;
            return factor(nested + 1);
        }
        Formula base = atom(nested);
        return is("^") ? power(base) : base;
    }

    /** Whole exponents become products. */
    private Formula power(Formula base) throws Unsupported {
        at++;
        String exponent = at < tokens.size() ? tokens.get(at++) : "";
        if (!exponent.matches("[1-4]") || is("^")) {
            throw new Unsupported("because its formula raises to a power that is not one of 1 2 3 4");
        }
        Formula power = base;
        for (int times = Integer.parseInt(exponent); times > 1; times--) {
            power = joined(Operator.TIMES, power, base);
        }
        return power;
    }

    private Formula atom(int nested) throws Unsupported {
        String token = at < tokens.size() ? tokens.get(at++) : "";
        if (token.equals("(")) {
            Formula inner = sum(nested + 1);
            closed();
            return inner;
        }
        if (token.matches("[0-9.].*")) {
            return number(token);
        }
        if (!token.matches("[A-Za-z_].*")) {
            throw unread();
        }
        return is("(") ? call(token, nested) : new Formula.Reference(token);
    }

    private static Formula number(String written) throws Unsupported {
        String plain = new BigDecimal(written).stripTrailingZeros().toPlainString();
        if (plain.length() > 17) {
            throw new Unsupported("because its formula has a number of more than 17 digits");
        }
        return Value.amount(plain, Value.PLAIN);
    }

    private Formula call(String name, int nested) throws Unsupported {
        at++;
        List<Formula> arguments = new ArrayList<>(List.of(sum(nested + 1)));
        while (is(",")) {
            at++;
            arguments.add(sum(nested + 1));
        }
        closed();
        Optional<Declared> own = Optional.ofNullable(declared.get(name))
                .filter(function -> function.arguments().size() == arguments.size());
        if (own.isPresent()) {
            if (calls == DEEPEST_CALLS) {
                throw new Unsupported("because its formula calls " + name + " from within itself, or functions more than " + DEEPEST_CALLS
                        + " deep");
            }
            return counted(FormulaParts.replaced(whole(own.get().expression(), declared, calls + 1), own.get().arguments(), arguments));
        }
        Function function = FUNCTIONS.get(name.toLowerCase(Locale.ROOT));
        if (function == null || arguments.size() > 1 && !function.ofMany()) {
            throw new Unsupported("because its formula calls " + name + ", which formulas here do not");
        }
        return counted(new Formula.Call(function, arguments));
    }

    private Formula joined(Operator operator, Formula left, Formula right) throws Unsupported {
        return counted(new Formula.Operation(operator, left, right));
    }

    /** Limits the size, because nested powers and functions grow exponentially. */
    private Formula counted(Formula formula) throws Unsupported {
        parts++;
        if (parts > MOST_PARTS || FormulaParts.size(formula, MOST_PARTS) > MOST_PARTS) {
            throw new Unsupported("because its formula has more than " + MOST_PARTS + " parts");
        }
        return formula;
    }

    private void closed() throws Unsupported {
        if (!is(")")) {
            throw unread();
        }
        at++;
    }

    private boolean is(String token) {
        return at < tokens.size() && tokens.get(at).equals(token);
    }

    private Unsupported unread() {
        return new Unsupported("because its formula cannot be read"
                + (at < tokens.size() ? " from " + tokens.get(at) + " on" : " to its end"));
    }
}
