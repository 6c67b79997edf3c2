package org.caravan.rules.model;

import java.time.Instant;

/**
 * One value of a sensor, as it arrived: it may be wrong in any way.
 *
 * @param seriesId id of a metric with a sensor, or {@link RuleProgram#sloSeries}
 * @param value in the base unit of the metric's measure
 * @param at when it was measured
 */
public record MetricReading(String seriesId, double value, Instant at) {}
