package org.caravan.forecast;

import java.util.List;

/** Result of a forecast: a prediction, or the reason why there is none. */
public sealed interface ForecastResult {

    /**
     * @param method name of the method, as {@link Forecaster#name()} gives it
     * @param bands one per future interval, nearest first; not empty
     */
    record Prediction(String method, List<Band> bands) implements ForecastResult {
        public Prediction {
            bands = List.copyOf(bands);
        }
    }

    /**
     * No forecast yet; nothing may be scaled by it.
     *
     * @param detail a sentence for users, with the numbers
     */
    record None(Reason reason, String detail) implements ForecastResult { }

    /** Why there is no forecast. */
    enum Reason {
        /** The method needs more intervals. */
        TOO_FEW_POINTS,
        /** Too many intervals, or the newest ones, were not observed. */
        GAPS,
        /** The parameters could not be estimated, or describe a series that grows without bound. */
        UNSTABLE
    }
}
