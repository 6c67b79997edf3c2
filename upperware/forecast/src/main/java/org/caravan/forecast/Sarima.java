package org.caravan.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Seasonal ARIMA model with known coefficients: forecasts need no estimation, so that coefficients are kept between estimations. Without
 * parameters, as (0,1,0)(0,1,0)m, forecasts and intervals are the closed form.
 */
public final class Sarima implements Forecaster {

    private final SarimaCoefficients coefficients;
    private final double[] differences;
    private final ArmaFilter filter;
    private final double[] weightsAr;
    private final double[] weightsMa;

    /** @throws IllegalArgumentException if the coefficients are not stable */
    public Sarima(SarimaCoefficients coefficients) {
        if (!coefficients.stable()) {
            throw new IllegalArgumentException("not stationary or not invertible: " + coefficients);
        }
        this.coefficients = coefficients;
        this.differences = coefficients.order().differences();
        this.filter = new ArmaFilter(coefficients.autoregressive(), coefficients.movingAverage());
        this.weightsAr = LagPolynomial.product(coefficients.autoregressive(), differences);
        this.weightsMa = coefficients.movingAverage();
    }

    @Override
    public String name() {
        return "SARIMA" + coefficients.order();
    }

    public SarimaCoefficients coefficients() {
        return coefficients;
    }

    @Override
    public ForecastResult forecast(Series series, int horizon) {
        return rolling(series, horizon, series.size()).get(0);
    }

    @Override
    public List<ForecastResult> rolling(Series series, int horizon, int from) {
        int lost = differences.length - 1;
        int least = Math.max(1, lost + coefficients.order().parameters());
        List<ForecastResult> outlooks = new ArrayList<>();
        for (int size = from; size < Math.min(least, series.size() + 1); size++) {
            outlooks.add(new ForecastResult.None(ForecastResult.Reason.TOO_FEW_POINTS,
                    name() + " needs " + least + " intervals, there are " + size));
        }
        int first = Math.max(from, least);
        if (first > series.size()) {
            return outlooks;
        }
        double[] values = series.values();
        double[] weights = weights(horizon);
        List<ArmaFilter.Filtered> filtered = filter.filter(SarimaCoefficients.differenced(values, differences), first - lost);
        for (int size = first; size <= values.length; size++) {
            double[] filled = Cleaning.filled(Arrays.copyOf(values, size), coefficients.order().season());
            outlooks.add(prediction(filled, filtered.get(size - first), weights));
        }
        return outlooks;
    }

    private ForecastResult.Prediction prediction(double[] filled, ArmaFilter.Filtered filtered, double[] weights) {
        double variance = Double.isNaN(filtered.variance()) ? spread(filled) : filtered.variance();
        double[] expected = Arrays.copyOf(filled, filled.length + weights.length);
        double[] future = filter.forecast(filtered.state(), weights.length);
        List<Band> bands = new ArrayList<>();
        double sum = 0;
        for (int step = 0; step < weights.length; step++) {
            int at = filled.length + step;
            expected[at] = future[step];
            for (int lag = 1; lag < differences.length; lag++) {
                expected[at] -= differences[lag] * expected[at - lag];
            }
            sum += weights[step] * weights[step];
            bands.add(new Band(Math.max(0, expected[at]), Math.sqrt(variance * sum)));
        }
        return new ForecastResult.Prediction(name(), bands);
    }

    /** Weights of past noise in a value: the variance of an error h intervals ahead is that of the noise times their first h squares. */
    private double[] weights(int count) {
        double[] weights = new double[count];
        for (int index = 0; index < count; index++) {
            weights[index] = index < weightsMa.length ? weightsMa[index] : 0;
            for (int lag = 1; lag <= Math.min(index, weightsAr.length - 1); lag++) {
                weights[index] -= weightsAr[lag] * weights[index - lag];
            }
        }
        return weights;
    }

    /** Nothing is known of the noise before the first difference: the spread of the values, which is wider. */
    private static double spread(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).average().orElse(0);
    }

    @Override
    public String toString() {
        return name();
    }
}
