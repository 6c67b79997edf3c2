package org.caravan.importers.camel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Variable;
import org.caravan.formula.Formula;
import org.caravan.formula.FormulaFault;
import org.caravan.formula.Measure;
import org.caravan.formula.Measures;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftNames;

/**
 * Converts metrics and variables. In CAMEL a metric states the quantity, and its contexts state subject, interval and window. The model
 * combines both in one declaration, so each context becomes a metric. It has the metric's name, or its own name if the metric has several
 * contexts.
 */
final class Values {

    private static final String[] CONTEXTS = {"raw metric context", "composite metric context"};
    private static final String[] METRICS = {"raw metric", "composite metric"};
    /** Maximum depth of metrics computed from each other. */
    private static final int DEEPEST = 100;

    private final Draft draft;
    private final Declarations declared;
    private final DraftNames names = new DraftNames("and", "or", "not", "if", "violated", "slo");
    private final Map<String, List<Statement>> contexts = new HashMap<>();
    private final Map<Statement, Value> carried = new LinkedHashMap<>();
    private final Set<Statement> open = new LinkedHashSet<>();
    private final List<Metric> metrics = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final Map<String, Measure> measures = new HashMap<>();
    private final Map<String, FormulaText.Declared> functions = new HashMap<>();

    Values(Draft draft, Declarations declared) {
        this.draft = draft;
        this.declared = declared;
        declared.all(CONTEXTS).forEach(context -> context.part("metric").ifPresent(
                metric -> contexts.computeIfAbsent(Statement.lastSegment(metric), none -> new ArrayList<>()).add(context)));
        declared.all("function").forEach(function -> functions.put(function.argument(), new FormulaText.Declared(
                function.parts("arguments").flatMap(given -> given.tokens().stream()).filter(token -> token.kind() != Token.Kind.SYMBOL)
                        .map(Token::text).toList(),
                function.part("expression").orElse(""))));
    }

    /** Converts all values. A value that cannot be expressed gets a reason for the list of unconverted elements. */
    void read() {
        declared.all(CONTEXTS).forEach(this::tried);
        declared.all(METRICS).filter(metric -> !contexts.containsKey(metric.argument())).forEach(this::tried);
        declared.all("variable").forEach(this::tried);
    }

    List<Metric> metrics() {
        return metrics;
    }

    List<Variable> variables() {
        return variables;
    }

    /** Shared namespace of metrics, variables and constraints, which formulas and conditions reference. */
    DraftNames names() {
        return names;
    }

    /** Value that a constraint compares. */
    Value context(String name) throws Unsupported {
        Optional<Statement> context = declared.find(name, CONTEXTS);
        return context.isPresent() ? resolved(context.get()) : named(name, List.of());
    }

    /** @param among preferred contexts of a metric that has several; otherwise its first context is used */
    Value named(String name, List<String> among) throws Unsupported {
        Optional<Statement> variable = declared.find(name, "variable");
        if (variable.isPresent()) {
            return resolved(variable.get());
        }
        List<Statement> all = contexts.getOrDefault(Statement.lastSegment(name), List.of());
        Optional<Statement> context = all.stream().filter(one -> among.contains(one.argument())).findFirst()
                .or(() -> all.stream().findFirst());
        return resolved(context.or(() -> declared.find(name, METRICS))
                .orElseThrow(() -> new Unsupported("because it names " + name + ", which no file declares")));
    }

    /** Converts a CAMEL formula to names and units of the model. */
    Formula formula(String text, List<String> among, Optional<String> unit) throws Unsupported {
        Formula bare = FormulaText.read(text, functions);
        Formula read = FormulaParts.withUnits(bare, named(bare, among), unit);
        declared.all("function").filter(function -> Pattern.compile("\\b" + Pattern.quote(function.argument()) + "\\s*+\\(").matcher(text)
                .find())
                .forEach(function -> function.carry("expression", "arguments"));
        return read;
    }

    /** Unit of a formula's result if no file states it. */
    String unitOf(String text, List<String> among) throws Unsupported {
        Formula bare = FormulaText.read(text, functions);
        return FormulaParts.unitOf(bare, named(bare, among));
    }

    private Map<String, Value> named(Formula bare, List<String> among) throws Unsupported {
        Map<String, Value> named = new HashMap<>();
        for (String name : FormulaParts.names(bare)) {
            named.put(name, named(name, among));
        }
        return named;
    }

    /** Measure of a converted formula, which is stored with the metric. */
    Measure measure(Formula formula) throws Unsupported {
        try {
            return new Measures(measures).of(formula).orElse(Measure.NUMBER);
        } catch (FormulaFault fault) {
            throw new Unsupported("because its formula combines different kinds of values");
        }
    }

    void add(Metric metric) {
        metrics.add(metric);
        measures.put(metric.id(), metric.measure());
    }

    void add(Variable variable) {
        variables.add(variable);
        measures.put(variable.id(), variable.property().measure());
    }

    /** Metric of a context; empty if no file contains it. */
    Optional<Statement> metricOf(Statement context) {
        return context.part("metric").flatMap(name -> declared.find(name, METRICS));
    }

    /** Name of the metric that a context becomes. */
    String idOf(Statement context) {
        String metric = context.part("metric").map(Statement::lastSegment).orElse(context.argument());
        return names.give(contexts.getOrDefault(metric, List.of()).size() == 1 ? metric : context.argument(), "metric");
    }

    private void tried(Statement source) {
        try {
            resolved(source);
        } catch (Unsupported listed) {
            source.because(source.reason().orElse(listed.getMessage()));
        }
    }

    private Value resolved(Statement source) throws Unsupported {
        if (carried.containsKey(source)) {
            return carried.get(source);
        }
        if (source.reason().isPresent()) {
            throw new Unsupported("because it names " + source.argument() + ", which is not carried over");
        }
        if (open.size() == DEEPEST || !open.add(source)) {
            throw new Unsupported("because it is computed from itself, or by more than " + DEEPEST + " others");
        }
        try {
            carried.put(source, made(source));
            return carried.get(source);
        } catch (Unsupported reason) {
            source.because(reason.getMessage());
            throw new Unsupported("because it names " + source.argument() + ", which is not carried over");
        } finally {
            open.remove(source);
        }
    }

    private Value made(Statement source) throws Unsupported {
        return switch (source.phrase()) {
            case "variable" -> new PlanVariable(draft, declared, this).read(source);
            case "raw metric context" -> new MetricParts(draft, declared, this).raw(idOf(source), metricOf(source), Optional.of(source));
            case "composite metric context" -> new MetricParts(draft, declared, this)
                    .composite(idOf(source), metricOf(source), Optional.of(source));
            case "raw metric" -> new MetricParts(draft, declared, this).raw(source.argument(), Optional.of(source), Optional.empty());
            default -> new MetricParts(draft, declared, this).composite(names.give(source.argument(), "metric"), Optional.of(source),
                    Optional.empty());
        };
    }
}
