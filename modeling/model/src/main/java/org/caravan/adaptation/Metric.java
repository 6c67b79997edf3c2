package org.caravan.adaptation;

import java.util.Optional;
import org.caravan.formula.Formula;
import org.caravan.formula.Measure;

/**
 * Value that changes while an application runs. It is either read by a sensor (raw) or computed by a formula (composite).
 *
 * @param sensor name of a {@link Sensor}, or program and arguments of a sensor that the application provides
 * @param external whether the application provides the sensor
 * @param subject id of the component or request that is measured
 * @param measure dimension of the values
 * @param everySeconds interval between readings, above 0
 * @param window window over which values are aggregated
 * @param unit unit used in models; empty if the measure has none
 */
public record Metric(
        String id,
        Optional<String> sensor,
        boolean external,
        Optional<String> subject,
        Optional<Formula> formula,
        Measure measure,
        Optional<Double> everySeconds,
        Optional<Window> window,
        Optional<String> unit) {

    /** @param seconds length, above 0 */
    public record Window(double seconds, Aggregate aggregate) {}

    public Metric {
        if (sensor.isPresent() == formula.isPresent()) {
            throw new IllegalArgumentException("metric " + id + " has either a sensor or a formula");
        }
    }
}
