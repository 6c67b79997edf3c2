package org.caravan.problem;

import java.util.HashMap;
import java.util.Map;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Variable;
import org.caravan.formula.Formula;
import org.caravan.formula.FormulaFault;
import org.caravan.formula.Measure;
import org.caravan.formula.Measures;

/** Determines the unit of utility formulas. @param variables by id @param metrics by id */
record UtilityMeasure(Map<String, Variable> variables, Map<String, Metric> metrics) {

    Measure of(Formula formula) {
        Map<String, Measure> known = new HashMap<>();
        variables.forEach((id, variable) -> known.put(id, variable.property().measure()));
        metrics.forEach((id, metric) -> known.put(id, metric.measure()));
        try {
            return new Measures(known).of(formula).orElse(Measure.NUMBER);
        } catch (FormulaFault refusedWhenItWasRead) {
            return Measure.NUMBER;
        }
    }
}
