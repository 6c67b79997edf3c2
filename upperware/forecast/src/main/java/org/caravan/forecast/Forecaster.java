package org.caravan.forecast;

/** Port to one forecasting method with its parameters. Implementations are immutable, deterministic and thread-safe. */
public interface Forecaster {

    /** Method with its parameters, such as {@code SARIMA(0,1,0)(0,1,0)10}. */
    String name();

    /**
     * Forecasts the intervals that follow the series. Gaps are allowed; the series is not changed.
     *
     * @param horizon number of intervals, at least 1
     * @return {@link Outlook.None} if the series is too short or not usable; never throws because of the values of a series
     */
    Outlook forecast(Series series, int horizon);
}
