package org.caravan.adaptation;

import java.util.Optional;
import org.caravan.formula.Formula;
import org.caravan.formula.Measure;

/**
 * A value that changes while an application runs: read by a sensor (raw) or computed by a formula (composite), one of the two.
 *
 * @param sensor name of one of {@link Sensor}, or of one that the application brings
 * @param external whether the application brings it
 * @param subject id of the component or request it is read of
 * @param measure what its values measure
 * @param everySeconds how often it is read or computed, above 0
 * @param window over which values are taken together
 * @param unit in which people state it; empty where the measure has none
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

    /**
     * @param seconds how long it is, above 0
     */
    public record Window(double seconds, Aggregate aggregate) {}

    public Metric {
        if (sensor.isPresent() == formula.isPresent()) {
            throw new IllegalArgumentException("metric " + id + " has either a sensor or a formula");
        }
    }
}
