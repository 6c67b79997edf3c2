package org.caravan.plan;

import java.util.Locale;
import java.util.Optional;

/**
 * The value of a formula that plans are to make large.
 *
 * @param unit ms, EUR/month, or empty where it measures neither
 * @param value not a number where the formula has none for this plan
 * @param before of where instances are now, by what is known now; empty where not all of them are anywhere
 */
public record UtilityFigure(String formula, double weight, double value, String unit, Optional<Double> before) {

    /** For example {@code utility 0.8320 (was 0.7911) = 1 / (1 + exp(-1 * heat)), weight 2.0}. */
    @Override
    public String toString() {
        return "utility " + words(value) + before.map(was -> " (was " + words(was) + ")").orElse("") + " = " + formula + ", weight " + weight;
    }

    private String words(double number) {
        return Double.isNaN(number) ? "without a value"
                : String.format(Locale.ROOT, unit.isEmpty() ? "%.4f" : "%.2f", number) + (unit.isEmpty() ? "" : " " + unit);
    }
}
