package org.caravan.exporters;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Constraint;
import org.caravan.adaptation.Utility;
import org.caravan.formula.Condition;
import org.caravan.formula.Formula;

/**
 * Writes the constraint model, SLOs and goals. CAMEL 3.0 nests the parts of a logical constraint in that constraint, so each constraint can
 * be a part only once.
 */
final class CamelConditions {

    private final Adaptation adaptation;
    private final CamelValues values;
    private final List<String> left;
    private final CamelLines lines = new CamelLines();
    private final CamelLines promises = new CamelLines();
    private final Map<String, Constraint> byId = new LinkedHashMap<>();
    private final Set<String> carried = new TreeSet<>();
    private final Set<String> joined = new TreeSet<>();

    CamelConditions(Adaptation adaptation, CamelValues values, List<String> left) {
        this.adaptation = adaptation;
        this.values = values;
        this.left = left;
        adaptation.constraints().forEach(constraint -> byId.put(constraint.id(), constraint));
        adaptation.constraints().forEach(constraint -> joined.addAll(members(constraint.condition())));
    }

    void write() {
        Map<String, String> texts = new HashMap<>();
        adaptation.constraints().stream().filter(constraint -> !joined.contains(constraint.id()))
                .forEach(constraint -> text(constraint).ifPresent(text -> texts.put(constraint.id(), text)));
        adaptation.constraints().stream().filter(constraint -> texts.containsKey(constraint.id()))
                .forEach(constraint -> lines.line(2, texts.get(constraint.id())));
        adaptation.constraints().stream().filter(constraint -> constraint.condition() instanceof Condition.Named).forEach(this::promise);
        adaptation.constraints().stream().filter(constraint -> !carried.contains(constraint.id()))
                .forEach(constraint -> left.add("constraint " + constraint.id()));
        for (int i = 0; i < adaptation.utilities().size(); i++) {
            goal(adaptation.utilities().get(i), i + 1);
        }
    }

    CamelLines constraints() {
        return lines;
    }

    /** Lines of the requirement model. */
    CamelLines promises() {
        return promises;
    }

    boolean carried(String constraintId) {
        return carried.contains(constraintId);
    }

    private static Set<String> members(Condition condition) {
        List<Condition> parts = condition instanceof Condition.All all ? all.conditions() : condition instanceof Condition.Any any
                ? any.conditions()
                : condition instanceof Condition.Implication implication
                        ? Stream.concat(Stream.of(implication.premise(), implication.conclusion()), implication.otherwise().stream())
                        .toList() : List.of();
        return parts.stream().filter(Condition.Named.class::isInstance).map(part -> ((Condition.Named) part).id())
                .collect(Collectors.toSet());
    }

    /** Text of the constraint with its parts; empty if a part cannot be expressed or already belongs to another constraint. */
    private Optional<String> text(Constraint constraint) {
        if (carried.contains(constraint.id())) {
            return Optional.empty();
        }
        String name = CamelLines.name(constraint.id());
        Condition condition = constraint.condition();
        Optional<String> text = condition instanceof Condition.Comparison comparison ? comparison(name, comparison)
                : condition instanceof Condition.All all ? logical(name, "and", all.conditions())
                : condition instanceof Condition.Any any ? logical(name, "or", any.conditions())
                : condition instanceof Condition.Implication implication ? implication(name, implication) : Optional.empty();
        text.ifPresent(any -> carried.add(constraint.id()));
        return text;
    }

    private Optional<String> comparison(String name, Condition.Comparison comparison) {
        if (!(comparison.left() instanceof Formula.Reference reference)) {
            return Optional.empty();
        }
        String sign = comparison.relation().toString().equals("=") ? "==" : comparison.relation().toString();
        return values.unit(reference.id()).flatMap(unit -> CamelNumbers.amount(comparison.right(), unit))
                .map(number -> values.isMetric(reference.id())
                ? "metric constraint " + name + " : [" + values.reference(reference.id()) + "] " + sign + " " + number
                : "variable constraint " + name + " : " + values.reference(reference.id()) + " " + sign + " " + number);
    }

    private Optional<String> logical(String name, String operator, List<Condition> parts) {
        return inner(parts).map(inner -> "logical constraint " + name + " : " + operator + " ( " + String.join(" , ", inner) + " )");
    }

    private Optional<String> implication(String name, Condition.Implication implication) {
        return inner(Stream.concat(Stream.of(implication.premise(), implication.conclusion()), implication.otherwise().stream()).toList())
                .map(inner -> "if constraint " + name + " : if { " + inner.get(0) + " } then { " + inner.get(1) + " }"
                        + (inner.size() > 2 ? " else { " + inner.get(2) + " }" : ""));
    }

    /** Texts of all parts; empty if one of them is missing. */
    private Optional<List<String>> inner(List<Condition> parts) {
        Set<String> before = Set.copyOf(carried);
        List<Optional<String>> texts = parts.stream()
                .map(part -> Optional.of(part).filter(Condition.Named.class::isInstance)
                .map(named -> byId.get(((Condition.Named) named).id())).flatMap(this::text)).toList();
        if (texts.stream().anyMatch(Optional::isEmpty)) {
            carried.retainAll(before);
            return Optional.empty();
        }
        return Optional.of(texts.stream().map(Optional::get).toList());
    }

    private void promise(Constraint constraint) {
        String named = ((Condition.Named) constraint.condition()).id();
        if (carried.contains(named)) {
            promises.line(2, "slo " + CamelLines.name(constraint.id()) + " constraint Limits." + CamelLines.name(named));
            carried.add(constraint.id());
        }
    }

    private void goal(Utility utility, int number) {
        Formula formula = utility.formula();
        boolean small = formula instanceof Formula.Operation operation && operation.toString().startsWith("-1 * ")
                && operation.right() instanceof Formula.Reference;
        Formula of = small ? ((Formula.Operation) formula).right() : formula;
        if (!(of instanceof Formula.Reference reference) || values.unit(reference.id()).isEmpty()) {
            left.add("maximise " + formula);
            return;
        }
        promises.line(2, "optimisation requirement Goal" + number + " {" + (small ? " minimise" : "")
                + (values.isMetric(reference.id()) ? " context " : " variable ")
                + values.reference(reference.id()) + " priority " + utility.weight() + " }");
    }
}
