package org.caravan.server.adaptation.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Sensor;
import org.caravan.rules.model.MetricReading;
import org.caravan.rules.model.RuleProgram;
import org.caravan.server.forecast.RateForecast;

/** Values of the sensors {@code forecast}, {@code forecast-low} and {@code forecast-high}; without a forecast, they have none. */
final class ForecastReadings {

    private ForecastReadings() {}

    /** @param forecasts by id of the request. @param at time of the evaluation: a forecast is of the time at which it is read */
    static Stream<MetricReading> of(RuleProgram program, Map<String, RateForecast> forecasts, Instant at) {
        return program.metrics().values().stream().flatMap(metric -> value(metric, forecasts).stream()
                .map(value -> new MetricReading(metric.id(), value, at)));
    }

    private static Optional<Double> value(Metric metric, Map<String, RateForecast> forecasts) {
        Optional<Sensor> sensor = metric.sensor().filter(any -> !metric.external()).flatMap(Sensor::named).filter(Sensor::ofForecasts);
        return sensor.flatMap(kind -> metric.subject().map(forecasts::get).flatMap(RateForecast::expected)
                .map(expected -> kind == Sensor.FORECAST_LOW ? expected.low() : kind == Sensor.FORECAST_HIGH ? expected.high()
                        : expected.perSecond()));
    }
}
