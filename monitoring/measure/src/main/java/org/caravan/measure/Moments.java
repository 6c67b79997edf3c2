package org.caravan.measure;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Count, mean and sum of squared deviations of a set of values, without the values. Two sets merge without loss (Chan, Golub and
 * LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances", 1979).
 *
 * @param count number of values, 0 or more
 * @param mean arithmetic mean; 0 if there are no values
 * @param squares sum of squared deviations from the mean; a plain sum of squares would cancel out the variance of bit rates
 */
public record Moments(long count, double mean, double squares) {

    public static final Moments NONE = new Moments(0, 0, 0);

    public static Moments of(double value) {
        return new Moments(1, value, 0);
    }

    public Moments merge(Moments other) {
        if (count == 0 || other.count == 0) {
            return count == 0 ? other : this;
        }
        long sum = count + other.count;
        double distance = other.mean - mean;
        return new Moments(
                sum,
                mean + distance * other.count / sum,
                squares + other.squares + distance * distance * count * other.count / sum);
    }

    /** Unbiased sample variance; 0 for fewer than two values. */
    public double variance() {
        return count < 2 ? 0 : squares / (count - 1);
    }

    /** Half the width of the 95 % confidence interval of the mean by Student's t; 0 for fewer than two values. */
    public double halfWidth95() {
        if (count < 2) {
            return 0;
        }
        double t = TDistribution.of(count - 1).inverseSurvivalProbability(0.025);
        return t * Math.sqrt(variance() / count);
    }
}
