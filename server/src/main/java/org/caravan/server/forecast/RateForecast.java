package org.caravan.server.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What rules know about the future rate of a request.
 *
 * @param horizon how far ahead the forecast looks
 * @param expected the prediction; empty if there is none yet
 * @param none why there is no prediction, without a full stop; empty if there is one
 * @param awaited whether a missing prediction is likely to come: there was one, or the first was asked for, within the past hour, or three
 *     intervals of its series if these are longer; false if there is one
 * @param path predicted rate of each interval from the newest counted one to the horizon, earliest first; empty if there is none
 */
public record RateForecast(String requestId, Duration horizon, Optional<Expected> expected, String none, boolean awaited,
        List<Interval> path) {

    public RateForecast {
        path = List.copyOf(path);
    }

    /** Without the intervals before the horizon. */
    public RateForecast(String requestId, Duration horizon, Optional<Expected> expected, String none, boolean awaited) {
        this(requestId, horizon, expected, none, awaited, List.of());
    }

    /** @param perSecond predicted rate of all users together, in requests per second */
    public record Interval(Instant begin, Duration length, double perSecond) {}


    /**
     * All rates are those of all users together, in requests per second.
     *
     * @param perSecond predicted rate, at least 0
     * @param low lower end of the 95 % interval, at least 0
     * @param high upper end of the 95 % interval
     * @param method method with its parameters
     * @param compared number of past forecasts that were compared with counts
     * @param error root mean square of their errors; NaN if none was compared
     * @param withinBand share of counts within the 95 % interval, 0 to 1; NaN if none was compared
     */
    public record Expected(double perSecond, double low, double high, String method, int compared, double error, double withinBand) {}

    static RateForecast none(String requestId, Duration horizon, String why) {
        return new RateForecast(requestId, horizon, Optional.empty(), why, false);
    }

    RateForecast awaited(boolean now) {
        return new RateForecast(requestId, horizon, expected, none, now && expected.isEmpty(), path);
    }
}
