package org.caravan.forecast;

import java.util.List;
import java.util.stream.IntStream;

/** Port to one forecasting method with its parameters. Implementations are immutable, deterministic and thread-safe. */
public interface Forecaster {

    /** Method with its parameters, such as {@code SARIMA(0,1,0)(0,1,0)10}. */
    String name();

    /**
     * Forecasts the intervals that follow the series. Gaps are allowed; the series is not changed.
     *
     * @param horizon number of intervals, at least 1
     * @return {@link ForecastResult.None} if the series is too short or not usable; never throws because of the values of a series
     */
    ForecastResult forecast(Series series, int horizon);

    /**
     * Forecasts from each of several origins, as {@link #forecast} of the first {@code from}, {@code from + 1}, … up to all intervals does,
     * in this order. Methods that can do it in one pass override it.
     *
     * @param from number of intervals of the first origin, 0 to the size of the series
     */
    default List<ForecastResult> rolling(Series series, int horizon, int from) {
        return IntStream.rangeClosed(from, series.size()).mapToObj(size -> forecast(series.first(size), horizon)).toList();
    }
}
