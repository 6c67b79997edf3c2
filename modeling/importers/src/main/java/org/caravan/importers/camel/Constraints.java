package org.caravan.importers.camel;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adaptation.Constraint;
import org.caravan.formula.Condition;
import org.caravan.formula.Formula;
import org.caravan.formula.Relation;
import org.caravan.importers.draft.Findings;

/** Converts the constraints of all models. Nested constraints, as in CAMEL 3.0, keep their names. */
final class Constraints {

    private static final int DEEPEST = 100;
    private static final Map<String, Relation> RELATIONS = Map.of("<", Relation.BELOW, "<=", Relation.AT_MOST, ">", Relation.ABOVE, ">=",
            Relation.AT_LEAST, "==",
            Relation.EQUAL, "=", Relation.EQUAL, "<>", Relation.DIFFERENT, "!=", Relation.DIFFERENT);

    private final Values values;
    private final Findings findings;
    private final Map<String, ConstraintParts.Written> written = new LinkedHashMap<>();
    private final Map<String, String> ids = new LinkedHashMap<>();
    private final Set<String> open = new LinkedHashSet<>();
    private final List<Constraint> made = new ArrayList<>();

    Constraints(List<Statement> subModels, Values values, Findings findings) {
        this.values = values;
        this.findings = findings;
        subModels.stream().filter(model -> model.phrase().equals("constraint model")).forEach(model -> ConstraintParts.of(model.body())
                .forEach(one -> written.putIfAbsent(one.name(), one)));
    }

    /** Converts all constraints. A constraint that cannot be expressed gets a reason for the list of unconverted elements. */
    void read() {
        for (ConstraintParts.Written one : written.values()) {
            try {
                id(one.name());
            } catch (Unsupported reason) {
                one.statement().because(one.statement().reason().orElse(reason.getMessage()));
            }
        }
    }

    List<Constraint> made() {
        return made;
    }

    /** Statement in the file; empty if the constraint is not declared. */
    Optional<Statement> statement(String name) {
        return Optional.ofNullable(written.get(Statement.lastSegment(name))).map(ConstraintParts.Written::statement);
    }

    /** Adds a condition under its own name, so that others can reference it. */
    String add(String wanted, Condition condition) {
        String id = values.names().give(wanted, "constraint");
        made.add(new Constraint(id, condition));
        return id;
    }

    /** Name in the model of a converted constraint. */
    String id(String reference) throws Unsupported {
        String name = Statement.lastSegment(reference);
        ConstraintParts.Written one = written.get(name);
        if (ids.containsKey(name)) {
            return ids.get(name);
        }
        if (one == null || one.statement().reason().isPresent()) {
            throw new Unsupported("because it names " + name + ", which " + (one == null ? "no file declares" : "is not carried over"));
        }
        if (open.size() == DEEPEST || !open.add(name)) {
            throw new Unsupported("because it names itself, or others more than " + DEEPEST + " deep");
        }
        try {
            ids.put(name, add(name, condition(one)));
            one.statements().forEach(Statement::carry);
            one.statement().after("validity").ifPresent(until -> findings.notCarried(until.at(), "validity of constraint " + name,
                    "because constraints here hold until they are removed"));
            return ids.get(name);
        } catch (Unsupported reason) {
            one.statement().because(reason.getMessage());
            throw new Unsupported("because it names " + name + ", which is not carried over");
        } finally {
            open.remove(name);
        }
    }

    private Condition condition(ConstraintParts.Written one) throws Unsupported {
        return switch (one.statement().phrase()) {
            case "metric constraint", "variable constraint" -> comparison(one.statement());
            case "logical constraint" -> logical(one);
            case "if constraint" -> implication(one);
            default -> throw new Unsupported("because it is neither of a metric, of a variable, logical, nor an if");
        };
    }

    /** Comparison of a metric context or variable with a number in its unit. */
    private Condition comparison(Statement constraint) throws Unsupported {
        List<Token> tokens = constraint.tokens();
        String name = constraint.words().stream().skip(1).findFirst().orElseThrow(() -> new Unsupported("because it compares nothing"));
        Value value = values.context(name);
        String sign = "";
        Optional<String> number = Optional.empty();
        for (Token token : tokens.stream().skip(1).toList()) {
            sign = number.isEmpty() && "<>=!".contains(token.text().substring(0, 1)) ? sign + token.text() : sign;
            number = number.isEmpty() && !sign.isEmpty() && token.text()
                    .matches("-?(?:[0-9]++(?:\\.[0-9]++)?+|\\.[0-9]++)(?:[eE]-?[0-9]{1,2})?") ? Optional.of(token.text()) : number;
        }
        if (!RELATIONS.containsKey(sign) || number.isEmpty()) {
            throw new Unsupported("because it compares " + name + " with no number");
        }
        String plain = new BigDecimal(number.get()).stripTrailingZeros().toPlainString();
        if (plain.length() > 17) {
            throw new Unsupported("because its number has more than 17 digits");
        }
        return new Condition.Comparison(new Formula.Reference(value.id()), RELATIONS.get(sign), Value.amount(plain, value.unit()));
    }

    private Condition logical(ConstraintParts.Written one) throws Unsupported {
        List<Condition> parts = named(one.members());
        String operator = one.statement().words().stream().skip(1).findFirst().orElse("").toLowerCase(Locale.ROOT);
        if (parts.isEmpty() || !Set.of("and", "or", "xor").contains(operator) || operator.equals("xor") && parts.size() != 2) {
            throw new Unsupported("because " + operator + " of " + parts.size() + " has no word here");
        }
        return operator.equals("xor") ? either(parts.get(0), parts.get(1)) : joined(operator.equals("and"), parts);
    }

    /** Exclusive or. */
    static Condition either(Condition one, Condition other) {
        return new Condition.Any(List.of(new Condition.All(List.of(one, not(other))), new Condition.All(List.of(not(one), other))));
    }

    static Condition not(Condition condition) {
        return condition instanceof Condition.Not not ? not.condition() : new Condition.Not(condition);
    }

    static Condition joined(boolean all, List<Condition> parts) {
        return parts.size() == 1 ? parts.get(0) : all ? new Condition.All(parts) : new Condition.Any(parts);
    }

    private Condition implication(ConstraintParts.Written one) throws Unsupported {
        List<Condition> parts = named(one.members());
        if (parts.size() < 2 || parts.size() > 3) {
            throw new Unsupported("because it has not one constraint each after if, then and else");
        }
        return new Condition.Implication(parts.get(0), parts.get(1), parts.stream().skip(2).findFirst());
    }

    private List<Condition> named(List<String> names) throws Unsupported {
        List<Condition> named = new ArrayList<>();
        for (String name : names) {
            named.add(new Condition.Named(id(name)));
        }
        return named;
    }
}
