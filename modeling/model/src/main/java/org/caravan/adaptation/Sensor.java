package org.caravan.adaptation;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.caravan.formula.Measure;

/** Sensors that Caravan provides for components and requests. */
public enum Sensor {
    /** Processor usage of the copies, as a share of the cores that are reserved for them. */
    CPU(Measure.NUMBER, false),
    MEMORY(Measure.DATA, false),
    DISK_READ(Measure.DATA_RATE, false),
    DISK_WRITE(Measure.DATA_RATE, false),
    NETWORK_IN(Measure.DATA_RATE, false),
    NETWORK_OUT(Measure.DATA_RATE, false),
    /** TCP connection attempts of users at the copies, per second; a plain number, because a connection is no request. */
    CONNECTIONS_PER_SECOND(Measure.NUMBER, false),
    LATENCY(Measure.DURATION, true),
    RATE(Measure.REQUEST_RATE, true),
    /** Share of failed answers, 0 to 1. */
    ERRORS(Measure.NUMBER, true),
    /** Rate that the forecast of the model predicts at its horizon. */
    FORECAST(Measure.REQUEST_RATE, true),
    /** Lower end of its 95 % prediction interval. */
    FORECAST_LOW(Measure.REQUEST_RATE, true),
    /** Upper end of its 95 % prediction interval. */
    FORECAST_HIGH(Measure.REQUEST_RATE, true);

    private final Measure measure;
    private final boolean ofRequests;

    Sensor(Measure measure, boolean ofRequests) {
        this.measure = measure;
        this.ofRequests = ofRequests;
    }

    public static Optional<Sensor> named(String name) {
        return Arrays.stream(values()).filter(sensor -> sensor.toString().equals(name)).findFirst();
    }

    public Measure measure() {
        return measure;
    }

    /** Whether the sensor measures requests; otherwise it measures components. */
    public boolean ofRequests() {
        return ofRequests;
    }

    /** Whether the sensor reads a forecast instead of a measurement. */
    public boolean ofForecasts() {
        return this == FORECAST || this == FORECAST_LOW || this == FORECAST_HIGH;
    }

    /** Keyword of the modelling language: {@code network-in}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
