package org.caravan.server.figures;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Map;

/**
 * One value for each set of labels, all of which are renewed at once. What stays is not registered anew: a scrape that is under way then would come upon it twice,
 * and Prometheus' registry answers that by a fault.
 */
final class LabelledGauge {

    private final MultiGauge gauge;
    private volatile Map<Tags, Double> values = Map.of();

    /** @param unit null for a plain number */
    LabelledGauge(MeterRegistry registry, String name, String unit, String description) {
        this.gauge = MultiGauge.builder(name).baseUnit(unit).description(description).register(registry);
    }

    /** Labels that are not among these go. */
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
