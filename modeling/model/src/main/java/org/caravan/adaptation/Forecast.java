package org.caravan.adaptation;

import java.util.Locale;

/**
 * What is expected of how often users send a request, so that there is a plan before they do.
 *
 * @param requestId of which requests
 * @param seasonSeconds after how long the series repeats itself, above 0 and not below the horizon
 * @param horizonSeconds how far ahead is looked, above 0
 */
public record Forecast(String requestId, Method method, double seasonSeconds, double horizonSeconds) {

    /** How it is reckoned; both know trends and seasons. */
    public enum Method {
        /** Seasonal autoregressive integrated moving averages (source: Box, Jenkins: Time Series Analysis, 1970). */
        SARIMA,
        /** Exponential smoothing of level, trend and season (source: Winters, Forecasting Sales by Exponentially Weighted Moving Averages, 1960). */
        HOLT_WINTERS;

        /** As the language writes it: {@code holt-winters}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The only series that is forecast; later ones get their own word. */
    public static final String SERIES = "requests";

    public Forecast {
        if (!(horizonSeconds > 0 && seasonSeconds >= horizonSeconds)) {
            throw new IllegalArgumentException("forecast of " + requestId + " looks " + horizonSeconds + " s ahead in seasons of " + seasonSeconds + " s");
        }
    }
}
