package org.caravan.forecast;

import java.util.List;

/** Polynomials in the lag operator as arrays: index i is the coefficient of lag i, index 0 is 1. */
final class LagPolynomial {

    /** Estimates closer to a unit root than this count as unstable. */
    private static final double MARGIN = 1e-3;

    private LagPolynomial() { }

    /** {@code 1 + sign (c1 B^lag + c2 B^2lag + …)}. */
    static double[] of(List<Double> coefficients, int lag, int sign) {
        double[] polynomial = new double[coefficients.size() * lag + 1];
        polynomial[0] = 1;
        for (int index = 0; index < coefficients.size(); index++) {
            polynomial[(index + 1) * lag] = sign * coefficients.get(index);
        }
        return polynomial;
    }

    static double[] product(double[] one, double[] other) {
        double[] product = new double[one.length + other.length - 1];
        for (int left = 0; left < one.length; left++) {
            for (int right = 0; right < other.length && one[left] != 0; right++) {
                product[left + right] += one[left] * other[right];
            }
        }
        return product;
    }

    /** {@code (1 - B^lag)^times}. */
    static double[] difference(int lag, int times) {
        double[] result = {1};
        for (int time = 0; time < times; time++) {
            result = product(result, of(List.of(1.0), lag, -1));
        }
        return result;
    }

    /**
     * Whether {@code 1 - c1 B - c2 B² …} has all roots outside the unit circle: all partial autocorrelations, from the Durbin-Levinson
     * recursion in reverse, lie between -1 and 1.
     */
    static boolean stable(List<Double> coefficients) {
        double[] current = coefficients.stream().mapToDouble(Double::doubleValue).toArray();
        for (int order = current.length; order > 0; order--) {
            double partial = current[order - 1];
            if (!(Math.abs(partial) < 1 - MARGIN)) {
                return false;
            }
            double[] lower = new double[order - 1];
            for (int index = 0; index < order - 1; index++) {
                lower[index] = (current[index] + partial * current[order - 2 - index]) / (1 - partial * partial);
            }
            current = lower;
        }
        return true;
    }

    /** Coefficients c of {@code 1 - c1 B - c2 B² …} with these partial autocorrelations: the Durbin-Levinson recursion. */
    static double[] fromPartial(double[] partial) {
        double[] current = new double[0];
        for (double reflection : partial) {
            double[] longer = new double[current.length + 1];
            for (int index = 0; index < current.length; index++) {
                longer[index] = current[index] - reflection * current[current.length - 1 - index];
            }
            longer[current.length] = reflection;
            current = longer;
        }
        return current;
    }
}
