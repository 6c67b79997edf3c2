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
import org.caravan.importers.draft.Names;

/**
 * Metrics and variables. In CAMEL a metric says what is measured, and its contexts say of what, how often and over which window; here
 * it is one declaration, so that each context makes a metric. It has the metric's name, or its own where a metric has several.
 */
final class Values {

    private static final String[] CONTEXTS = {"raw metric context", "composite metric context"};
    private static final String[] METRICS = {"raw metric", "composite metric"};
    /** So many that are computed of one another. */
    private static final int DEEPEST = 100;

    private final Draft draft;
    private final Declarations declared;
    private final Names names = new Names("and", "or", "not", "if", "violated", "slo");
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
                function.parts("arguments").flatMap(given -> given.tokens().stream()).filter(token -> token.kind() != Token.Kind.SYMBOL).map(Token::text).toList(),
                function.part("expression").orElse(""))));
    }

    /** All that there are. What cannot be said has a reason, with which it is listed. */
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

    /** Names of metrics, variables and constraints, which formulas and conditions share. */
    Names names() {
        return names;
    }

    /** What a constraint is on. */
    Value context(String name) throws Unsaid {
        Optional<Statement> context = declared.find(name, CONTEXTS);
        return context.isPresent() ? resolved(context.get()) : named(name, List.of());
    }

    /** @param among contexts of which a metric with several is meant; the first where none is */
    Value named(String name, List<String> among) throws Unsaid {
        Optional<Statement> variable = declared.find(name, "variable");
        if (variable.isPresent()) {
            return resolved(variable.get());
        }
        List<Statement> all = contexts.getOrDefault(Statement.lastSegment(name), List.of());
        Optional<Statement> context = all.stream().filter(one -> among.contains(one.argument())).findFirst().or(() -> all.stream().findFirst());
        return resolved(context.or(() -> declared.find(name, METRICS)).orElseThrow(() -> new Unsaid("because it names " + name + ", which no file declares")));
    }

    /** A formula of CAMEL's in names and units of ours. */
    Formula formula(String text, List<String> among, Optional<String> unit) throws Unsaid {
        Formula bare = FormulaText.read(text, functions);
        Formula read = FormulaParts.withUnits(bare, named(bare, among), unit);
        declared.all("function").filter(function -> Pattern.compile("\\b" + Pattern.quote(function.argument()) + "\\s*+\\(").matcher(text).find())
                .forEach(function -> function.carry("expression", "arguments"));
        return read;
    }

    /** In which a formula's result is stated, where no file says it. */
    String unitOf(String text, List<String> among) throws Unsaid {
        Formula bare = FormulaText.read(text, functions);
        return FormulaParts.unitOf(bare, named(bare, among));
    }

    private Map<String, Value> named(Formula bare, List<String> among) throws Unsaid {
        Map<String, Value> named = new HashMap<>();
        for (String name : FormulaParts.names(bare)) {
            named.put(name, named(name, among));
        }
        return named;
    }

    /** What a formula here measures, to be kept beside it. */
    Measure measure(Formula formula) throws Unsaid {
        try {
            return new Measures(measures).of(formula).orElse(Measure.NUMBER);
        } catch (FormulaFault fault) {
            throw new Unsaid("because its formula joins what is not of one kind");
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

    /** The metric of a context; empty where it is in none of the files. */
    Optional<Statement> metricOf(Statement context) {
        return context.part("metric").flatMap(name -> declared.find(name, METRICS));
    }

    /** The name that the metric of a context gets. */
    String idOf(Statement context) {
        String metric = context.part("metric").map(Statement::lastSegment).orElse(context.argument());
        return names.give(contexts.getOrDefault(metric, List.of()).size() == 1 ? metric : context.argument(), "metric");
    }

    private void tried(Statement source) {
        try {
            resolved(source);
        } catch (Unsaid listed) {
            source.because(source.reason().orElse(listed.getMessage()));
        }
    }

    private Value resolved(Statement source) throws Unsaid {
        if (carried.containsKey(source)) {
            return carried.get(source);
        }
        if (source.reason().isPresent()) {
            throw new Unsaid("because it names " + source.argument() + ", which is not carried over");
        }
        if (open.size() == DEEPEST || !open.add(source)) {
            throw new Unsaid("because it is computed from itself, or by more than " + DEEPEST + " others");
        }
        try {
            carried.put(source, made(source));
            return carried.get(source);
        } catch (Unsaid reason) {
            source.because(reason.getMessage());
            throw new Unsaid("because it names " + source.argument() + ", which is not carried over");
        } finally {
            open.remove(source);
        }
    }

    private Value made(Statement source) throws Unsaid {
        return switch (source.phrase()) {
            case "variable" -> new PlanVariable(draft, declared, this).read(source);
            case "raw metric context" -> new MetricParts(draft, declared, this).raw(idOf(source), metricOf(source), Optional.of(source));
            case "composite metric context" -> new MetricParts(draft, declared, this).composite(idOf(source), metricOf(source), Optional.of(source));
            case "raw metric" -> new MetricParts(draft, declared, this).raw(source.argument(), Optional.of(source), Optional.empty());
            default -> new MetricParts(draft, declared, this).composite(names.give(source.argument(), "metric"), Optional.of(source), Optional.empty());
        };
    }
}
