package org.caravan.plan;

import java.util.Locale;
import java.util.Optional;

/**
 * Value of a utility formula.
 *
 * @param unit ms, EUR/month, or empty if the formula has neither unit
 * @param value NaN if the formula has no value for this plan
 * @param before value for the current placement by current knowledge; empty if not all instances are placed
 */
public record UtilityFigure(String formula, double weight, double value, String unit, Optional<Double> before) {

    /** For example {@code utility 0.8320 (was 0.7911) = 1 / (1 + exp(-1 * heat)), weight 2.0}. */
    @Override
    public String toString() {
        return "utility " + words(value) + before.map(was -> " (was " + words(was) + ")").orElse("") + " = " + formula + ", weight "
                + weight;
    }

    private String words(double number) {
        return Double.isNaN(number) ? "without a value"
                : String.format(Locale.ROOT, unit.isEmpty() ? "%.4f" : "%.2f", number) + (unit.isEmpty() ? "" : " " + unit);
    }
}
