package org.caravan.forecast;

import java.util.Arrays;

/**
 * Marks values of a series that mislead a forecast as gaps, and fills gaps. A filled value is no observation: methods that can skip a gap
 * get the marked series.
 */
final class Cleaning {

    /** An isolated count beyond this multiple of the typical deviation from its neighbours is an outlier. */
    private static final double OUTLIER = 10;
    /** From normal deviations: median absolute deviation times this is the standard deviation. */
    private static final double MAD_TO_DEVIATION = 1.4826;
    /** Sum that arrives after a time without observations exceeds the usual count by this factor. */
    private static final double CATCH_UP = 3;
    private static final int ZEROS_BEFORE_CATCH_UP = 2;

    private Cleaning() { }

    /**
     * Marks isolated outliers and sums that were counted late. The newest value is never marked: it may be the begin of a change.
     *
     * @param season intervals per season, 1 if there is none
     */
    static double[] marked(double[] values, int season) {
        double[] marked = values.clone();
        markLateSums(marked);
        markOutliers(marked, season);
        return marked;
    }

    /** A server that was down gets the requests of that time as one sum: zeros, then a peak. Neither is the true count. */
    static void markLateSums(double[] values) {
        double usual = median(Arrays.stream(values).filter(value -> value > 0).toArray());
        int zeros = 0;
        for (int index = 0; index < values.length; index++) {
            if (zeros >= ZEROS_BEFORE_CATCH_UP && values[index] > CATCH_UP * usual) {
                Arrays.fill(values, index - zeros, index + 1, Double.NaN);
            }
            zeros = values[index] == 0 ? zeros + 1 : 0;
        }
    }

    /** A value is kept if a neighbour in time, or the same time of a neighbouring season, is like it. */
    private static void markOutliers(double[] values, int season) {
        double typical = typicalStep(values);
        double[] given = values.clone();
        for (int index = 0; index < given.length - 1; index++) {
            double nearest = Double.POSITIVE_INFINITY;
            for (int step : new int[] {-1, 1, -season, season}) {
                int other = index + step;
                if (other >= 0 && other < given.length && !Double.isNaN(given[other])) {
                    nearest = Math.min(nearest, Math.abs(given[index] - given[other]));
                }
            }
            if (nearest > OUTLIER * typical && nearest < Double.POSITIVE_INFINITY) {
                values[index] = Double.NaN;
            }
        }
    }

    /** Standard deviation between neighbours, robust against steps; at least that of counts of this size (Poisson). */
    private static double typicalStep(double[] values) {
        double[] steps = new double[Math.max(0, values.length - 1)];
        for (int index = 1; index < values.length; index++) {
            steps[index - 1] = Math.abs(values[index] - values[index - 1]);
        }
        double mean = Arrays.stream(values).filter(value -> !Double.isNaN(value)).average().orElse(0);
        return Math.max(MAD_TO_DEVIATION * median(steps), Math.sqrt(Math.max(1, mean)));
    }

    private static double median(double[] values) {
        double[] sorted = Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }

    /** Fills gaps from the season before, else linearly between their neighbours; zeros if nothing was observed. */
    static double[] filled(double[] values, int season) {
        double[] filled = values.clone();
        for (int index = 0; index < filled.length; index++) {
            if (Double.isNaN(filled[index]) && season > 1 && index >= season && !Double.isNaN(filled[index - season])) {
                filled[index] = filled[index - season];
            }
        }
        int before = -1;
        for (int index = 0; index <= filled.length; index++) {
            if (index == filled.length || !Double.isNaN(filled[index])) {
                bridge(filled, before, index);
                before = index;
            }
        }
        return filled;
    }

    private static void bridge(double[] values, int before, int after) {
        for (int index = before + 1; index < after; index++) {
            double left = before >= 0 ? values[before] : Double.NaN;
            double right = after < values.length ? values[after] : left;
            left = Double.isNaN(left) ? right : left;
            values[index] = Double.isNaN(right) ? 0 : left + (right - left) * (index - before) / (after - before);
        }
    }

    static int gaps(double[] values) {
        return (int) Arrays.stream(values).filter(Double::isNaN).count();
    }
}
