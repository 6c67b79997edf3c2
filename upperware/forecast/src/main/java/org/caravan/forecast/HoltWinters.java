package org.caravan.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.SimpleBounds;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.BOBYQAOptimizer;

/**
 * Additive exponential smoothing of level, trend and season (source: Winters, Forecasting Sales by Exponentially Weighted Moving Averages,
 * 1960). The first two seasons give the start values; a gap keeps level and season and adds the trend.
 *
 * @param season intervals per season, at least 2
 * @param level weight of the newest count in the level, 0 to 1
 * @param trend weight of the newest change of the level in the trend, 0 to 1
 * @param seasonal weight of the newest count in the season, 0 to 1
 */
public record HoltWinters(int season, double level, double trend, double seasonal) implements Forecaster {

    private static final double LEAST = 1e-4;
    private static final double MOST = 1 - LEAST;
    private static final int EVALUATIONS = 500;
    /** BOBYQA: 2n+1 interpolation points for n parameters. */
    private static final int POINTS = 7;
    private static final double RADIUS = 0.1;
    private static final double RADIUS_AT_END = 1e-5;

    public HoltWinters {
        if (season < 2 || !share(level) || !share(trend) || !share(seasonal)) {
            throw new IllegalArgumentException("Holt-Winters with season " + season + " and weights " + level + ", " + trend + ", "
                    + seasonal);
        }
    }

    private static boolean share(double value) {
        return value >= 0 && value <= 1;
    }

    /** The weights with the least squared error one interval ahead; empty if the series is shorter than two seasons and a half. */
    public static Optional<HoltWinters> estimate(Series series, int season) {
        double[] values = series.values();
        if (season < 2 || values.length < least(season) + season / 2 + 1) {
            return Optional.empty();
        }
        ObjectiveFunction squares = new ObjectiveFunction(at -> new HoltWinters(season, at[0], at[1], at[2]).smooth(values).meanSquare());
        try {
            double[] best = new BOBYQAOptimizer(POINTS, RADIUS, RADIUS_AT_END).optimize(new MaxEval(EVALUATIONS), squares,
                    GoalType.MINIMIZE,
                    new SimpleBounds(new double[] {LEAST, LEAST, LEAST}, new double[] {MOST, MOST, MOST}),
                    new InitialGuess(new double[] {0.3, 0.1, 0.3})).getPoint();
            return Optional.of(new HoltWinters(season, best[0], best[1], best[2]));
        } catch (MathIllegalStateException notConverged) {
            return Optional.of(new HoltWinters(season, 0.3, 0.1, 0.3));
        }
    }

    private static int least(int season) {
        return 2 * season;
    }

    @Override
    public String name() {
        return "Holt-Winters(" + season + ")";
    }

    @Override
    public ForecastResult forecast(Series series, int horizon) {
        if (series.size() <= least(season)) {
            return new ForecastResult.None(ForecastResult.Reason.TOO_FEW_POINTS,
                    name() + " needs " + (least(season) + 1) + " intervals, there are " + series.size());
        }
        Smoothed end = smooth(series.values());
        List<Band> bands = new ArrayList<>();
        double sum = 1;
        for (int step = 1; step <= horizon; step++) {
            double expected = end.level + step * end.trend + end.seasons[(end.next + step - 1) % season];
            bands.add(new Band(Math.max(0, expected), Math.sqrt(end.meanSquare * sum)));
            double weight = level * (1 + step * trend) + (step % season == 0 ? seasonal * (1 - level) : 0);
            sum += weight * weight;
        }
        return new ForecastResult.Prediction(name(), bands);
    }

    private record Smoothed(double level, double trend, double[] seasons, int next, double meanSquare) { }

    private Smoothed smooth(double[] given) {
        double[] values = Cleaning.filled(given, season);
        double first = Arrays.stream(values, 0, season).average().orElse(0);
        double second = Arrays.stream(values, season, 2 * season).average().orElse(0);
        double[] seasons = new double[season];
        for (int index = 0; index < season; index++) {
            seasons[index] = (values[index] - first + values[index + season] - second) / 2;
        }
        return smooth(Arrays.copyOfRange(given, 2 * season, given.length), second, (second - first) / season, seasons);
    }

    private Smoothed smooth(double[] values, double startLevel, double startTrend, double[] seasons) {
        // The start level is that of the middle of the second season.
        double currentLevel = startLevel + startTrend * (season - 1) / 2;
        double currentTrend = startTrend;
        double squares = 0;
        int errors = 0;
        for (int index = 0; index < values.length; index++) {
            int at = index % season;
            double before = currentLevel;
            double expected = currentLevel + currentTrend;
            if (Double.isNaN(values[index])) {
                currentLevel = expected;
                continue;
            }
            double error = values[index] - expected - seasons[at];
            squares += error * error;
            errors++;
            currentLevel = level * (values[index] - seasons[at]) + (1 - level) * expected;
            currentTrend = trend * (currentLevel - before) + (1 - trend) * currentTrend;
            seasons[at] = seasonal * (values[index] - currentLevel) + (1 - seasonal) * seasons[at];
        }
        return new Smoothed(currentLevel, currentTrend, seasons, values.length % season, errors == 0 ? 0 : squares / errors);
    }
}
