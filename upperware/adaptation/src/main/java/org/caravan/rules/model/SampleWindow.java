package org.caravan.rules.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.caravan.adaptation.Aggregate;

/**
 * Fact of the rules: a sliding window over a series. It contains the samples that are less than its length old. Public only because
 * compiled rules access it.
 *
 * @param level 0 for sensors; windows over formulas are evaluated after all lower levels
 * @param millis length, above 0
 */
public record SampleWindow(String seriesId, int level, long millis, Aggregate aggregate) {

    /** Value of the window, NaN if it is empty. Percentiles are by nearest rank: the least value that covers the share. */
    double value(List<Sample> samples) {
        if (samples.isEmpty()) {
            return Double.NaN;
        }
        // Sums depend on the order of their parts in the last digits.
        List<Sample> ordered = samples.stream().sorted(Comparator.comparingLong(Sample::at)).toList();
        double[] values = ordered.stream().mapToDouble(Sample::value).toArray();
        return switch (aggregate) {
            case MEAN -> sum(values) / values.length;
            case MIN -> Arrays.stream(values).min().getAsDouble();
            case MAX -> Arrays.stream(values).max().getAsDouble();
            case SUM -> sum(values);
            case COUNT -> values.length;
            case LAST -> values[values.length - 1];
            case P50 -> percentile(values, 50);
            case P95 -> percentile(values, 95);
            case P99 -> percentile(values, 99);
        };
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    private static double percentile(double[] values, int percent) {
        Arrays.sort(values);
        return values[Math.max(0, (values.length * percent + 99) / 100 - 1)];
    }
}
