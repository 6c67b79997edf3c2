package org.caravan.server.forecast;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.forecast.Band;
import org.caravan.forecast.ChangeDetector;
import org.caravan.forecast.Errors;
import org.caravan.forecast.Forecasts;
import org.caravan.forecast.Outlook;
import org.caravan.forecast.Series;
import org.caravan.server.forecast.MinuteSeries.Subject;

@Schema(name = "RequestForecast", description = "Counts of one request of one user group, their forecast, and the errors of past "
        + "forecasts.")
record ForecastView(
        @Schema(description = "Id of the user group.", example = "bergen") String usersId,
        @Schema(description = "Id of the request.", example = "home") String requestId,
        @Schema(description = "FORECAST, or why there is none: TOO_FEW_POINTS, GAPS, UNSTABLE.", example = "FORECAST") State state,
        @Schema(description = "Why there is no forecast, with the numbers; absent for a forecast.") Optional<String> detail,
        @Schema(description = "Method with its parameters; absent without a forecast.", example = "SARIMA(0,1,0)(0,1,0)10")
        Optional<String> method,
        @Schema(description = "Whether the model states method, season and horizon (forecast requests of ...).") boolean declared,
        @Schema(description = "Length of an interval, in s.", example = "60") long intervalSeconds,
        @Schema(description = "Length of a season, in s; absent if there is none.", example = "86400") Optional<Long> seasonSeconds,
        @Schema(description = "How far ahead the forecast looks, in s.", example = "300") long horizonSeconds,
        @Schema(description = "Errors of past forecasts one horizon ahead; absent if none could be compared.") Optional<PastErrors> errors,
        @Schema(description = "Newest change that its forecasts had not expected; absent if there is none.") Optional<ChangeView> change,
        @Schema(description = "The newest observed intervals, then those of the forecast, oldest first.") List<Point> points) {

    static final int PAST = 48;

    enum State { FORECAST, TOO_FEW_POINTS, GAPS, UNSTABLE }

    @Schema(name = "ForecastErrors", description = "Errors of past forecasts: each was made one horizon before its interval ended.")
    record PastErrors(
            @Schema(description = "Number of forecasts.", example = "48") int origins,
            @Schema(description = "Root mean square, in requests per interval.", example = "3.2") double rootMeanSquare,
            @Schema(description = "Mean absolute error, in requests per interval.", example = "2.4") double meanAbsolute,
            @Schema(description = "Mean of forecast less count, in requests per interval.", example = "-0.1") double bias,
            @Schema(description = "Share of counts within the 95 % interval, 0 to 1.", example = "0.96") double withinBand) { }

    @Schema(name = "ForecastChange", description = "A change of the requests that no forecast expected.")
    record ChangeView(
            @Schema(description = "RISE or FALL.", example = "RISE") ChangeDetector.Direction direction,
            @Schema(description = "Start of the interval that completed it (ISO 8601, UTC).") Instant at) { }

    @Schema(name = "ForecastPoint", description = "One interval: its count, its forecast, or both.")
    record Point(
            @Schema(description = "Start of the interval (ISO 8601, UTC).") Instant begin,
            @Schema(description = "Requests received; absent for the future.", example = "102") Optional<Double> observed,
            @Schema(description = "Requests forecast, one horizon ahead; absent without a forecast.", example = "98.4")
            Optional<Double> expected,
            @Schema(description = "Lower end of the 95 % interval.", example = "80.1") Optional<Double> low,
            @Schema(description = "Upper end of the 95 % interval.", example = "116.7") Optional<Double> high) { }

    static ForecastView of(Subject subject, Scope scope, Series series, Forecasts forecasts) {
        long seconds = series.interval().toSeconds();
        Optional<Outlook.None> none = forecasts.outlook() instanceof Outlook.None why ? Optional.of(why) : Optional.empty();
        Optional<String> method = forecasts.outlook() instanceof Outlook.Prediction prediction ? Optional.of(prediction.method())
                : Optional.empty();
        Errors errors = forecasts.errors();
        return new ForecastView(subject.usersId(), subject.requestId(), none.map(why -> State.valueOf(why.reason().name()))
                .orElse(State.FORECAST), none.map(Outlook.None::detail), method, scope.declared(), seconds,
                Optional.of(scope.season() * seconds).filter(unused -> scope.season() > 1), scope.horizon() * seconds,
                errors.origins() == 0 ? Optional.empty() : Optional.of(new PastErrors(errors.origins(), errors.rootMeanSquare(),
                        errors.meanAbsolute(), errors.bias(), errors.withinBand())),
                forecasts.change().map(change -> new ChangeView(change.direction(),
                        series.end().minus(series.interval().multipliedBy(change.intervalsAgo())))),
                points(series, forecasts));
    }

    private static List<Point> points(Series series, Forecasts forecasts) {
        Map<Integer, Band> past = new HashMap<>();
        forecasts.past().forEach(one -> past.put(one.index(), one.band()));
        List<Point> points = new ArrayList<>();
        for (int index = Math.max(0, series.size() - PAST); index < series.size(); index++) {
            points.add(point(series, index, Optional.of(series.counts().get(index)).filter(count -> !Double.isNaN(count)),
                    Optional.ofNullable(past.get(index))));
        }
        if (forecasts.outlook() instanceof Outlook.Prediction prediction) {
            for (int step = 0; step < prediction.bands().size(); step++) {
                points.add(point(series, series.size() + step, Optional.empty(), Optional.of(prediction.bands().get(step))));
            }
        }
        return List.copyOf(points);
    }

    private static Point point(Series series, int index, Optional<Double> observed, Optional<Band> band) {
        Instant begin = series.begin().plus(Duration.ofSeconds(series.interval().toSeconds() * index));
        return new Point(begin, observed, band.map(Band::expected), band.map(Band::low), band.map(Band::high));
    }
}
