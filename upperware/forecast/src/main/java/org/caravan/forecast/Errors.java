package org.caravan.forecast;

import java.util.ArrayList;
import java.util.List;

/**
 * Errors of past forecasts with a rolling origin: at each origin, the method sees only older counts and forecasts one horizon ahead.
 *
 * @param origins number of forecasts that could be compared with an observed count
 * @param rootMeanSquare in requests per interval; NaN without origins
 * @param meanAbsolute in requests per interval; NaN without origins
 * @param bias mean of forecast less observed count; NaN without origins
 * @param withinBand share of observed counts within the 95 % interval, 0 to 1; NaN without origins
 */
public record Errors(int origins, double rootMeanSquare, double meanAbsolute, double bias, double withinBand) {

    /**
     * One past forecast.
     *
     * @param index of the forecast interval in the series
     */
    public record Past(int index, Band band, double observed) {
        double error() {
            return band.expected() - observed;
        }
    }

    /**
     * Past forecasts of the newest intervals, oldest first. Intervals without a forecast and gaps are left out.
     *
     * @param horizon intervals ahead, at least 1
     * @param origins number of intervals to forecast, at least 1
     */
    public static List<Past> past(Forecaster forecaster, Series series, int horizon, int origins) {
        List<Past> past = new ArrayList<>();
        int first = Math.max(horizon, series.size() - origins);
        if (first >= series.size()) {
            return past;
        }
        List<ForecastResult> outlooks = forecaster.rolling(series.first(series.size() - horizon), horizon, first - horizon + 1);
        for (int index = first; index < series.size(); index++) {
            double observed = series.counts().get(index);
            if (!Double.isNaN(observed) && outlooks.get(index - first) instanceof ForecastResult.Prediction prediction) {
                past.add(new Past(index, prediction.bands().get(horizon - 1), observed));
            }
        }
        return past;
    }

    public static Errors of(List<Past> past) {
        return new Errors(past.size(), Math.sqrt(past.stream().mapToDouble(one -> one.error() * one.error()).average().orElse(Double.NaN)),
                past.stream().mapToDouble(one -> Math.abs(one.error())).average().orElse(Double.NaN),
                past.stream().mapToDouble(Past::error).average().orElse(Double.NaN),
                past.stream().mapToDouble(one -> one.band().contains(one.observed()) ? 1 : 0).average().orElse(Double.NaN));
    }
}
