package org.caravan.forecast;

import java.util.ArrayList;
import java.util.List;

/**
 * Exponential moving average of the last n counts: {@code EMA(t) = 2/(n+1) x(t) + (n-1)/(n+1) EMA(t-1)}, which starts at the first count.
 * The forecast is the same for all future intervals. Gaps are skipped.
 *
 * @param n number of counts, at least 1
 */
public record ExponentialAverage(int n) implements Forecaster {

    public ExponentialAverage {
        if (n < 1) {
            throw new IllegalArgumentException("an exponential average of " + n + " counts; at least 1 is needed");
        }
    }

    @Override
    public String name() {
        return "EMA(" + n + ")";
    }

    @Override
    public ForecastResult forecast(Series series, int horizon) {
        double weight = 2.0 / (n + 1);
        double average = Double.NaN;
        double squares = 0;
        int errors = 0;
        for (double count : series.counts()) {
            if (Double.isNaN(average)) {
                average = count;
            } else if (!Double.isNaN(count)) {
                double error = count - average;
                squares += error * error;
                errors++;
                average += weight * error;
            }
        }
        if (errors == 0) {
            return new ForecastResult.None(ForecastResult.Reason.TOO_FEW_POINTS, name() + " needs 2 observed intervals, there are "
                    + (series.size() - Cleaning.gaps(series.values())));
        }
        double variance = squares / errors;
        List<Band> bands = new ArrayList<>();
        for (int step = 0; step < horizon; step++) {
            bands.add(new Band(average, Math.sqrt(variance * (1 + step * weight * weight))));
        }
        return new ForecastResult.Prediction(name(), bands);
    }
}
