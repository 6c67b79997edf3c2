package org.caravan.server.forecast;

import java.time.Duration;
import java.util.Optional;
import org.caravan.adaptation.Forecast;
import org.caravan.forecast.Seasons;
import org.caravan.forecast.Selection;
import org.caravan.forecast.Series;

/**
 * How the minutes of a series are forecast: by the forecast of the model, or by what the series shows.
 *
 * @param minutes length of an interval, at least 1
 * @param season intervals per season, 1 if there is none
 * @param horizon intervals ahead, at least 1
 * @param method empty to compare all methods
 * @param declared whether the model states it
 */
record Scope(int minutes, int season, int horizon, Optional<Selection.Method> method, boolean declared) {

    private static final int QUARTER = 15;
    private static final int MINUTES_PER_DAY = (int) Duration.ofDays(1).toMinutes();
    /** Two days, and the newest quarter of them to compare methods. */
    private static final int DAYS_FOR_DAILY_SEASON = 3;
    private static final int MINUTES_FOR_DETECTION = 6 * 60;
    private static final int AHEAD = 5;
    private static final int QUARTERS_AHEAD = 4;

    static Scope of(Optional<Forecast> declared, Series minutes) {
        return declared.map(Scope::declared).orElseGet(() -> shown(minutes));
    }

    /** A season has at most {@link Seasons#LONGEST} intervals: its minutes are added up until it does. */
    private static Scope declared(Forecast forecast) {
        double season = forecast.seasonSeconds() / 60;
        // An interval is the same part of every season: its length divides the season where the season has whole minutes.
        int minutes = Math.max(1, (int) Math.ceil(season / Seasons.LONGEST));
        while (Math.rint(season) % minutes != 0) {
            minutes++;
        }
        int intervals = (int) Math.rint(season / minutes);
        int horizon = Math.max(1, (int) Math.ceil(forecast.horizonSeconds() / 60 / minutes));
        return new Scope(minutes, intervals < 2 ? 1 : intervals, horizon, Optional.of(method(forecast.method())), true);
    }

    /**
     * As declared, for the interval in which the horizon ends: the newest counted minute ended one to two minutes ago, so that is more
     * intervals after the series than the horizon has.
     */
    static Scope ahead(Forecast forecast) {
        Scope scope = declared(forecast);
        int horizon = (int) ((60 + forecast.horizonSeconds()) / (60 * scope.minutes)) + 1;
        return new Scope(scope.minutes, scope.season, horizon, scope.method, true);
    }

    private static Selection.Method method(Forecast.Method method) {
        return switch (method) {
            case SARIMA -> Selection.Method.SARIMA;
            case HOLT_WINTERS -> Selection.Method.HOLT_WINTERS;
        };
    }

    private static Scope shown(Series minutes) {
        return minutes.size() >= DAYS_FOR_DAILY_SEASON * MINUTES_PER_DAY
                ? new Scope(QUARTER, MINUTES_PER_DAY / QUARTER, QUARTERS_AHEAD, Optional.empty(), false)
                : new Scope(1, Seasons.detect(minutes.last(MINUTES_FOR_DETECTION)), AHEAD, Optional.empty(), false);
    }

    /** Newest intervals that a forecast looks at: older ones cost time and describe other habits. */
    Series of(Series minutes) {
        return minutes.coarser(this.minutes).last(intervals());
    }

    int intervals() {
        return Math.min(8 * Seasons.LONGEST, Math.max(3 * Seasons.LONGEST, 14 * season));
    }
}
