package org.caravan.forecast;

import java.util.ArrayList;
import java.util.List;

/**
 * The count of the same time in the last season; the yardstick of every other method.
 *
 * @param season intervals per season, at least 1
 */
public record SeasonalNaive(int season) implements Forecaster {

    public SeasonalNaive {
        if (season < 1) {
            throw new IllegalArgumentException("a season of " + season + " intervals");
        }
    }

    @Override
    public String name() {
        return "seasonal naive(" + season + ")";
    }

    @Override
    public ForecastResult forecast(Series series, int horizon) {
        if (series.size() <= season) {
            return new ForecastResult.None(ForecastResult.Reason.TOO_FEW_POINTS,
                    name() + " needs " + (season + 1) + " intervals, there are " + series.size());
        }
        double[] given = series.values();
        double[] filled = Cleaning.filled(given, season);
        double squares = 0;
        int errors = 0;
        for (int index = season; index < given.length; index++) {
            double error = given[index] - given[index - season];
            if (!Double.isNaN(error)) {
                squares += error * error;
                errors++;
            }
        }
        if (errors == 0) {
            return new ForecastResult.None(ForecastResult.Reason.GAPS, "no interval was observed in two consecutive seasons");
        }
        List<Band> bands = new ArrayList<>();
        for (int step = 0; step < horizon; step++) {
            int seasons = step / season + 1;
            bands.add(new Band(filled[filled.length - season + step % season], Math.sqrt(squares / errors * seasons)));
        }
        return new ForecastResult.Prediction(name(), bands);
    }
}
