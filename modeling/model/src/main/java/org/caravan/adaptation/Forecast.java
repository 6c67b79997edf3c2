package org.caravan.adaptation;

import java.util.Locale;

/**
 * Forecast of the rate of a request, so that a plan exists before the rate changes.
 *
 * @param requestId id of the request
 * @param seasonSeconds period of the series, above 0 and not below the horizon
 * @param horizonSeconds how far ahead the forecast looks, above 0
 */
public record Forecast(String requestId, Method method, double seasonSeconds, double horizonSeconds) {

    /** Forecasting method; both model trend and season. */
    public enum Method {
        /** Seasonal autoregressive integrated moving averages (source: Box, Jenkins: Time Series Analysis, 1970). */
        SARIMA,
        /**
         * Exponential smoothing of level, trend and season (source: Winters, Forecasting Sales by Exponentially Weighted Moving Averages,
         * 1960).
         */
        HOLT_WINTERS;

        /** Keyword of the modelling language: {@code holt-winters}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The only series that can be forecast; further series will get their own keyword. */
    public static final String SERIES = "requests";

    public Forecast {
        if (!(horizonSeconds > 0 && seasonSeconds >= horizonSeconds)) {
            throw new IllegalArgumentException("forecast of " + requestId + " looks " + horizonSeconds + " s ahead in seasons of "
                    + seasonSeconds + " s");
        }
    }
}
