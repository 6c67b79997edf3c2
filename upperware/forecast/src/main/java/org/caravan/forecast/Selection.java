package org.caravan.forecast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses a method, and the order of a seasonal ARIMA model, by the error on held-out counts: parameters are estimated without the newest
 * intervals, which are then forecast one after the other.
 */
public final class Selection {

    /** Method of a choice. */
    public enum Method { EMA, HOLT_WINTERS, SARIMA }

    /** Number of counts of the paper's average. */
    private static final int AVERAGED = 3;
    private static final int MOST_HELD_OUT = 48;
    private static final int LEAST_HELD_OUT = 5;
    /** A method that is more complex must be better by this share. */
    private static final double CLEARLY = 0.99;
    private static final int MOST_ESTIMATES = 20;

    /**
     * @param forecaster with the parameters to keep until the next selection
     * @param heldOutError root mean square of its errors, in requests per interval; NaN if the series was too short to hold any out
     */
    public record Choice(Forecaster forecaster, double heldOutError) { }

    private final Series series;
    private final Series training;
    private final int season;
    private final int horizon;
    private final int heldOut;
    private int estimates;

    private Selection(Series series, int season, int horizon) {
        this.series = series;
        this.season = Math.max(1, season);
        this.horizon = horizon;
        this.heldOut = Math.max(LEAST_HELD_OUT, Math.min(MOST_HELD_OUT, Math.min(series.size() / 4, 2 * this.season)));
        this.training = series.first(Math.max(0, series.size() - heldOut));
    }

    /**
     * @param method empty to compare all methods
     * @param season intervals per season, 1 if there is none
     * @param horizon intervals ahead for which the error counts, at least 1
     * @return empty if no method can forecast the series
     */
    public static Optional<Choice> choose(Series series, Optional<Method> method, int season, int horizon) {
        return new Selection(series, season, horizon).choose(method);
    }

    private Optional<Choice> choose(Optional<Method> method) {
        List<Choice> choices = new ArrayList<>();
        if (method.isEmpty() || method.get() == Method.EMA) {
            choices.add(rated(new ExponentialAverage(AVERAGED)));
        }
        if (season > 1 && (method.isEmpty() || method.get() == Method.HOLT_WINTERS)) {
            HoltWinters.estimate(training, season).map(this::rated).ifPresent(choices::add);
        }
        if (method.isEmpty() || method.get() == Method.SARIMA) {
            stepwise().ifPresent(choices::add);
        }
        return best(choices).filter(choice -> choice.forecaster().forecast(series, 1) instanceof ForecastResult.Prediction);
    }

    /** The first of the choices, unless a later one is clearly better. */
    private static Optional<Choice> best(List<Choice> choices) {
        Choice best = null;
        for (Choice choice : choices) {
            if (best == null || Double.isNaN(best.heldOutError()) || choice.heldOutError() < best.heldOutError() * CLEARLY) {
                best = choice;
            }
        }
        return Optional.ofNullable(best);
    }

    private Choice rated(Forecaster forecaster) {
        return new Choice(forecaster, Errors.of(Errors.past(forecaster, series, horizon, heldOut)).rootMeanSquare());
    }

    /**
     * Starts at orders without parameters and follows the best neighbour, which has one term more or less, while the error decreases
     * (source: Hyndman, Khandakar, Automatic Time Series Forecasting, 2008, with held-out errors in place of an information criterion).
     */
    private Optional<Choice> stepwise() {
        Set<SarimaOrder> seen = new HashSet<>();
        List<Choice> starts = rated(starts(), seen);
        Optional<Choice> best = best(starts);
        while (best.isPresent() && best.get().heldOutError() > 0) {
            SarimaOrder order = ((Sarima) best.get().forecaster()).coefficients().order();
            double error = best.get().heldOutError();
            Optional<Choice> better = rated(neighbours(order), seen).stream().filter(choice -> choice.heldOutError() < error * CLEARLY)
                    .min(Comparator.comparingDouble(Choice::heldOutError));
            if (better.isEmpty()) {
                return best;
            }
            best = better;
        }
        return best;
    }

    private List<Choice> rated(List<SarimaOrder> orders, Set<SarimaOrder> seen) {
        List<Choice> rated = new ArrayList<>();
        for (SarimaOrder order : orders) {
            if (seen.add(order) && (order.parameters() == 0 || estimates++ < MOST_ESTIMATES)) {
                SarimaEstimator.estimate(training, order).map(this::rated).ifPresent(rated::add);
            }
        }
        return rated;
    }

    private List<SarimaOrder> starts() {
        List<SarimaOrder> starts = new ArrayList<>();
        if (season > 1) {
            starts.add(SarimaOrder.seasonalWalk(season));
            starts.add(new SarimaOrder(0, 0, 0, 0, 1, 0, season));
            starts.add(new SarimaOrder(0, 1, 1, 0, 1, 1, season));
            starts.add(new SarimaOrder(1, 0, 0, 0, 1, 1, season));
        }
        starts.add(new SarimaOrder(0, 1, 0, 0, 0, 0, season));
        starts.add(new SarimaOrder(0, 1, 1, 0, 0, 0, season));
        return starts;
    }

    private List<SarimaOrder> neighbours(SarimaOrder at) {
        List<SarimaOrder> neighbours = new ArrayList<>();
        for (int step : new int[] {1, -1}) {
            add(neighbours, at, step, 0, 0, 0);
            add(neighbours, at, 0, step, 0, 0);
            add(neighbours, at, step, step, 0, 0);
            if (season > 1) {
                add(neighbours, at, 0, 0, step, 0);
                add(neighbours, at, 0, 0, 0, step);
            }
        }
        return neighbours;
    }

    private void add(List<SarimaOrder> orders, SarimaOrder at, int p, int q, int seasonalP, int seasonalQ) {
        int newP = at.p() + p;
        int newQ = at.q() + q;
        int newSeasonalP = at.seasonalP() + seasonalP;
        int newSeasonalQ = at.seasonalQ() + seasonalQ;
        if (newP >= 0 && newP <= 2 && newQ >= 0 && newQ <= 2 && newSeasonalP >= 0 && newSeasonalP <= 1 && newSeasonalQ >= 0
                && newSeasonalQ <= 1) {
            orders.add(new SarimaOrder(newP, at.d(), newQ, newSeasonalP, at.seasonalD(), newSeasonalQ, season));
        }
    }
}
