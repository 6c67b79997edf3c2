package org.caravan.measure;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Count, mean and spread of values, from which the values can be left out: two of them merge without loss
 * (Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances", 1979).
 *
 * @param count how many values, 0 or more
 * @param mean their arithmetic mean; 0 where there is none
 * @param squares sum of their squared distances from the mean; a plain sum of squares would lose the spread of bit rates
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

    /** Unbiased; 0 for fewer than two values. */
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
