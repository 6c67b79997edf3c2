package org.caravan.forecast;

/**
 * Expected requests of one future interval.
 *
 * @param expected the point forecast, at least 0
 * @param deviation standard deviation of the forecast error, at least 0
 */
public record Band(double expected, double deviation) {

    /** Quantile of the normal distribution: 95 % of values lie within this number of standard deviations. */
    public static final double QUANTILE_95 = 1.959963984540054;

    public Band {
        if (!(expected >= 0 && deviation >= 0) || Double.isInfinite(expected) || Double.isInfinite(deviation)) {
            throw new IllegalArgumentException("a band expects " + expected + " ± " + deviation + " requests");
        }
    }

    /** Lower end of the 95 % prediction interval, at least 0. */
    public double low() {
        return Math.max(0, expected - QUANTILE_95 * deviation);
    }

    /** Upper end of the 95 % prediction interval. */
    public double high() {
        return expected + QUANTILE_95 * deviation;
    }

    public boolean contains(double count) {
        return low() <= count && count <= high();
    }

    /** The same expectation with at least this standard deviation. */
    Band atLeast(double least) {
        return new Band(expected, Math.max(deviation, least));
    }
}
