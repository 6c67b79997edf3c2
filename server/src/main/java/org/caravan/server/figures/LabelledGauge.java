package org.caravan.server.figures;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Map;

/**
 * A gauge with one value per set of labels, all renewed at once. Existing rows are not registered again, because a concurrent scrape
 * would find them twice, which Prometheus' registry rejects.
 */
final class LabelledGauge {

    private final MultiGauge gauge;
    private volatile Map<Tags, Double> values = Map.of();

    /** @param unit base unit; null for a plain number */
    LabelledGauge(MeterRegistry registry, String name, String unit, String description) {
        this.gauge = MultiGauge.builder(name).baseUnit(unit).description(description).register(registry);
    }

    /** Replaces all values; rows of other labels are removed. */
    synchronized void renew(Map<Tags, Double> renewed) {
        Map<Tags, Double> both = new HashMap<>(values);
        both.putAll(renewed);
        values = both;
        gauge.register(renewed.keySet().stream().<Row<?>>map(labels -> Row.of(labels, this, its -> its.value(labels))).toList());
        values = Map.copyOf(renewed);
    }

    private double value(Tags labels) {
        return values.getOrDefault(labels, Double.NaN);
    }
}
