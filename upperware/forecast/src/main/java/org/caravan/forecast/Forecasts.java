package org.caravan.forecast;

import java.util.List;
import java.util.Optional;

/**
 * Forecast of one series for operators and rules: marks misleading values, rejects series with too many gaps, chooses a method unless one
 * is kept, and widens the band to what past errors and the randomness of counts require.
 *
 * @param outlook prediction, or the reason why there is none
 * @param choice method with its parameters, to be given to the next forecast until it is chosen again; empty without a prediction
 * @param errors of past forecasts one horizon ahead
 * @param past the forecasts behind the errors, oldest first
 * @param change newest change in the series that its forecasts had not expected, as intervals ago (1 is the newest); empty if there is none
 */
public record Forecasts(ForecastResult outlook, Optional<Selection.Choice> choice, Errors errors, List<Errors.Past> past,
        Optional<Change> change) {

    /** @param intervalsAgo 1 is the newest interval of the series */
    public record Change(ChangeDetector.Direction direction, int intervalsAgo) { }

    /** Share of gaps above which there is no forecast. */
    private static final double MOST_GAPS = 0.25;
    private static final int MOST_NEW_GAPS = 3;
    private static final int LEAST_POINTS = 3;
    private static final int PAST = 48;
    /** Weight of each error in the recent variance, newest first: a change of the clock or of habits widens the band within intervals. */
    private static final double RECENT = 0.3;

    public Forecasts {
        past = List.copyOf(past);
    }

    /**
     * @param method empty to compare all
     * @param season intervals per season, 1 if there is none
     * @param horizon number of intervals to forecast, at least 1
     * @param kept choice of an earlier forecast of this series, whose parameters are applied without estimation
     */
    public static Forecasts of(Series given, Optional<Selection.Method> method, int season, int horizon, Optional<Selection.Choice> kept) {
        Optional<ForecastResult.None> unusable = unusable(given);
        if (unusable.isPresent()) {
            return none(unusable.get());
        }
        Series series = given.with(Cleaning.marked(given.values(), season));
        Optional<Selection.Choice> choice = kept.isPresent() ? kept : Selection.choose(series, method, season, horizon);
        if (choice.isEmpty()) {
            return none(new ForecastResult.None(ForecastResult.Reason.TOO_FEW_POINTS,
                    "no method can forecast " + series.size() + " intervals"
                    + (season > 1 ? " with a season of " + season : "")));
        }
        Forecaster forecaster = choice.get().forecaster();
        if (!(forecaster.forecast(series, horizon) instanceof ForecastResult.Prediction prediction)) {
            return none((ForecastResult.None) forecaster.forecast(series, horizon));
        }
        List<Errors.Past> past = Errors.past(forecaster, series, horizon, PAST);
        List<Band> bands = prediction.bands().stream().map(band -> widened(band, past)).toList();
        return new Forecasts(new ForecastResult.Prediction(prediction.method(), bands), choice, Errors.of(past), past,
                newest(past, given.size()));
    }

    private static Optional<ForecastResult.None> unusable(Series series) {
        double[] values = series.values();
        int gaps = Cleaning.gaps(values);
        if (values.length - gaps < LEAST_POINTS) {
            return Optional.of(new ForecastResult.None(ForecastResult.Reason.TOO_FEW_POINTS,
                    "a forecast needs " + LEAST_POINTS + " observed intervals, there are " + (values.length - gaps)));
        }
        if (gaps > MOST_GAPS * values.length) {
            return Optional.of(new ForecastResult.None(ForecastResult.Reason.GAPS,
                    gaps + " of " + values.length + " intervals were not observed"));
        }
        int newest = Cleaning.gaps(series.last(MOST_NEW_GAPS).values());
        return newest < MOST_NEW_GAPS ? Optional.empty()
                : Optional.of(new ForecastResult.None(ForecastResult.Reason.GAPS, "the newest " + newest + " intervals were not observed"));
    }

    private static Forecasts none(ForecastResult.None none) {
        return new Forecasts(none, Optional.empty(), Errors.of(List.of()), List.of(), Optional.empty());
    }

    /** Counts vary at least like Poisson counts, and forecasts miss at least as much as they did lately. */
    private static Band widened(Band band, List<Errors.Past> past) {
        double variance = 0;
        double weight = 0;
        double next = 1;
        for (int index = past.size() - 1; index >= 0; index--) {
            variance += next * past.get(index).error() * past.get(index).error();
            weight += next;
            next *= 1 - RECENT;
        }
        double recent = weight == 0 ? 0 : variance / weight;
        return band.atLeast(Math.sqrt(Math.max(recent, Math.max(1, band.expected()))));
    }

    private static Optional<Change> newest(List<Errors.Past> past, int size) {
        ChangeDetector detector = ChangeDetector.START;
        Optional<Change> newest = Optional.empty();
        for (Errors.Past one : past) {
            detector = detector.next(one.band(), one.observed());
            if (detector.change().isPresent()) {
                newest = Optional.of(new Change(detector.change().get(), size - one.index()));
            }
        }
        return newest;
    }
}
