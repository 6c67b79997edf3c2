package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

@Schema(name = "RequestForecast", description = "Counts of one request of one user group, their forecast, and the errors of past "
        + "forecasts.")
public record ForecastView(
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

    public enum State { FORECAST, TOO_FEW_POINTS, GAPS, UNSTABLE }

    @Schema(name = "ForecastErrors", description = "Errors of past forecasts: each was made one horizon before its interval ended.")
    public record PastErrors(
            @Schema(description = "Number of forecasts.", example = "48") int origins,
            @Schema(description = "Root mean square, in requests per interval.", example = "3.2") double rootMeanSquare,
            @Schema(description = "Mean absolute error, in requests per interval.", example = "2.4") double meanAbsolute,
            @Schema(description = "Mean of forecast less count, in requests per interval.", example = "-0.1") double bias,
            @Schema(description = "Share of counts within the 95 % interval, 0 to 1.", example = "0.96") double withinBand) {}

    @Schema(name = "ForecastChange", description = "A change of the requests that no forecast expected.")
    public record ChangeView(
            @Schema(allowableValues = {"RISE", "FALL"}, description = "RISE or FALL.", example = "RISE") String direction,
            @Schema(description = "Start of the interval that completed it (ISO 8601, UTC).") Instant at) {}

    @Schema(name = "ForecastPoint", description = "One interval: its count, its forecast, or both.")
    public record Point(
            @Schema(description = "Start of the interval (ISO 8601, UTC).") Instant begin,
            @Schema(description = "Requests received; absent for the future.", example = "102") Optional<Double> observed,
            @Schema(description = "Requests forecast, one horizon ahead; absent without a forecast.", example = "98.4")
            Optional<Double> expected,
            @Schema(description = "Lower end of the 95 % interval.", example = "80.1") Optional<Double> low,
            @Schema(description = "Upper end of the 95 % interval.", example = "116.7") Optional<Double> high) {}
}
