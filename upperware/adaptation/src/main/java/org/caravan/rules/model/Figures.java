package org.caravan.rules.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.caravan.application.Slo;
import org.caravan.formula.Condition;
import org.caravan.formula.Evaluator;
import org.caravan.formula.Formula;
import org.caravan.formula.FormulaFault;
import org.caravan.formula.Measure;
import org.caravan.formula.Measures;

/** Values and thresholds of the comparisons of a condition. */
final class Figures {

    private static final Map<Measure, String> UNITS = Map.of(Measure.DURATION, "s", Measure.DATA, "B", Measure.DATA_RATE, "B/s",
            Measure.REQUEST_RATE, "requests/s", Measure.COST, "cent/s");

    private final RuleProgram program;
    private final Evaluator evaluator;
    private final Map<String, Double> values;
    private final Measures measures;
    private final Map<String, ModelFinding.Figure> figures = new LinkedHashMap<>();

    private Figures(RuleProgram program, Evaluator evaluator, Map<String, Double> values, Map<String, Measure> known) {
        this.program = program;
        this.evaluator = evaluator;
        this.values = values;
        this.measures = new Measures(known);
    }

    static List<ModelFinding.Figure> of(Condition condition, RuleProgram program, Evaluator evaluator, Map<String, Double> values,
            Map<String, Measure> known) {
        Figures figures = new Figures(program, evaluator, values, known);
        figures.add(condition);
        return List.copyOf(figures.figures.values());
    }

    private void add(Condition condition) {
        if (condition instanceof Condition.Comparison comparison) {
            add(comparison.left().toString(), comparison.left());
            add("bound of " + comparison.left(), comparison.right());
        } else if (condition instanceof Condition.Named named) {
            add(program.conditions().get(named.id()));
        } else if (condition instanceof Condition.Violated violated) {
            Slo slo = program.slos().get(violated.sloId());
            String name = "p" + slo.percentile() + " latency of " + slo.requestId();
            put(name.replace(".0 ", " "), values.getOrDefault(RuleProgram.sloSeries(slo.id()), Double.NaN), "s");
            put("slo " + slo.id(), slo.limit().value() / 1000.0, "s");
        } else {
            RuleProgram.parts(condition).forEach(this::add);
        }
    }

    private void add(String name, Formula formula) {
        put(name, evaluator.value(formula), unit(formula));
    }

    private void put(String name, double value, String unit) {
        figures.putIfAbsent(name, new ModelFinding.Figure(name, value, unit));
    }

    private String unit(Formula formula) {
        try {
            return measures.of(formula).map(measure -> UNITS.getOrDefault(measure, "")).orElse("");
        } catch (FormulaFault notInACheckedModel) {
            return "";
        }
    }
}
