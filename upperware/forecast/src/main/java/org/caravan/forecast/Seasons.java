package org.caravan.forecast;

/** Finds the season of a series by its autocorrelation. */
public final class Seasons {

    /** Longest season in intervals: the exact filter costs the square of it per interval. */
    public static final int LONGEST = 96;
    /** Autocorrelation of noise exceeds this in a series of 100 intervals once in 100,000 cases. */
    private static final double LEAST_CORRELATION = 0.4;
    private static final double NEARLY_EQUAL = 0.02;
    private static final double NEARLY_CONSTANT = 1e-12;

    private Seasons() { }

    /** Intervals per season, 2 to {@link #LONGEST} and at most half of the series; 1 if no season stands out. */
    public static int detect(Series series) {
        double[] values = Cleaning.filled(Cleaning.marked(series.values(), 1), 1);
        int most = Math.min(LONGEST, values.length / 2);
        double[] correlation = new double[most + 2];
        for (int lag = 0; lag < correlation.length && lag < values.length - 1; lag++) {
            correlation[lag] = correlation(values, lag);
        }
        int best = 1;
        double bestCorrelation = LEAST_CORRELATION;
        for (int lag = 2; lag <= most; lag++) {
            boolean peak = correlation[lag] > correlation[lag - 1] && correlation[lag] >= correlation[lag + 1];
            // Multiples of a season correlate as well as the season itself.
            if (peak && correlation[lag] > bestCorrelation + NEARLY_EQUAL) {
                best = lag;
                bestCorrelation = correlation[lag];
            }
        }
        return best;
    }

    private static double correlation(double[] values, int lag) {
        int count = values.length - lag;
        double left = 0;
        double right = 0;
        for (int index = 0; index < count; index++) {
            left += values[index] / count;
            right += values[index + lag] / count;
        }
        double product = 0;
        double leftSquares = 0;
        double rightSquares = 0;
        for (int index = 0; index < count; index++) {
            product += (values[index] - left) * (values[index + lag] - right);
            leftSquares += (values[index] - left) * (values[index] - left);
            rightSquares += (values[index + lag] - right) * (values[index + lag] - right);
        }
        // A constant has the rounding errors of its mean as deviations.
        double least = NEARLY_CONSTANT * count * (left * left + 1);
        return leftSquares < least || rightSquares < least ? 0 : product / Math.sqrt(leftSquares * rightSquares);
    }
}
