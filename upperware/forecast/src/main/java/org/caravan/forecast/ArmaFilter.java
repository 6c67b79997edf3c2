package org.caravan.forecast;

import java.util.ArrayList;
import java.util.List;

/**
 * Kalman filter of an ARMA process in the state space form of Harvey (source: Forecasting, Structural Time Series Models and the Kalman
 * Filter, 1989). Exact likelihood; gaps are skipped, so that they add uncertainty instead of invented values.
 *
 * <p>The state has r = max(p, q+1) values: {@code a(t) = T a(t-1) + R e(t)}. T has the autoregressive coefficients in its first column and
 * ones above its diagonal; R holds the moving-average coefficients. A step costs r² operations until the variance has converged, then r.
 */
final class ArmaFilter {

    private static final double CONVERGED = 1e-13;
    private static final int DOUBLINGS = 60;

    private final int size;
    /** First column of T. */
    private final double[] phi;
    /** R. */
    private final double[] theta;
    /** Variance of the state before the first value, in units of the variance of the noise. */
    private final double[][] stationary;

    /** @param autoregressive and movingAverage as lag polynomials; the process is stationary */
    ArmaFilter(double[] autoregressive, double[] movingAverage) {
        this.size = Math.max(autoregressive.length - 1, movingAverage.length);
        this.phi = new double[size];
        this.theta = new double[size];
        for (int index = 1; index < autoregressive.length; index++) {
            phi[index - 1] = -autoregressive[index];
        }
        System.arraycopy(movingAverage, 0, theta, 0, movingAverage.length);
        this.stationary = stationary();
    }

    /**
     * @param state expected state of the interval after the last value
     * @param variance of the noise, by maximum likelihood; NaN if no value was observed
     */
    record Filtered(double[] state, double variance) { }

    /**
     * One pass over the values.
     *
     * @param values NaN marks gaps
     * @param from number of values, at most all, from which on results are wanted
     * @return one result per number of values from {@code from} to all of them
     */
    List<Filtered> filter(double[] values, int from) {
        List<Filtered> results = new ArrayList<>();
        double[] state = new double[size];
        double[][] variance = new double[size][];
        for (int row = 0; row < size; row++) {
            variance[row] = stationary[row].clone();
        }
        boolean steady = false;
        double squares = 0;
        int observed = 0;
        for (int index = 0; index < values.length; index++) {
            if (index >= from) {
                results.add(filtered(state, squares, observed));
            }
            double value = values[index];
            if (Double.isNaN(value)) {
                if (steady) {
                    steady = false;
                    variance = noise();
                }
                state = next(state);
                variance = next(variance);
                continue;
            }
            double error = value - state[0];
            double scale = steady ? 1 : variance[0][0];
            squares += error * error / scale;
            observed++;
            double[] gain = new double[size];
            double[] updated = new double[size];
            for (int row = 0; row < size; row++) {
                gain[row] = steady ? theta[row] : variance[row][0] / scale;
                updated[row] = state[row] + gain[row] * error;
            }
            state = next(updated);
            if (!steady) {
                update(variance, gain, scale);
                variance = next(variance);
                steady = Math.abs(variance[0][0] - 1) < CONVERGED && converged(variance);
            }
        }
        results.add(filtered(state, squares, observed));
        return results;
    }

    private static Filtered filtered(double[] state, double squares, int observed) {
        return new Filtered(state, observed == 0 ? Double.NaN : squares / observed);
    }

    /** Forecasts of the following values, given the state of the first of them. */
    double[] forecast(double[] state, int horizon) {
        double[] values = new double[horizon];
        double[] current = state;
        for (int step = 0; step < horizon; step++) {
            values[step] = current[0];
            current = next(current);
        }
        return values;
    }

    private static void update(double[][] variance, double[] gain, double scale) {
        for (int row = 0; row < gain.length; row++) {
            for (int column = 0; column < gain.length; column++) {
                variance[row][column] -= gain[row] * gain[column] * scale;
            }
        }
    }

    /** All variance left is that of the next noise. */
    private boolean converged(double[][] variance) {
        for (int row = 0; row < size; row++) {
            if (Math.abs(variance[row][row] - theta[row] * theta[row]) > CONVERGED) {
                return false;
            }
        }
        return true;
    }

    /** T a. */
    private double[] next(double[] state) {
        double[] next = new double[size];
        for (int row = 0; row < size; row++) {
            next[row] = phi[row] * state[0] + (row + 1 < size ? state[row + 1] : 0);
        }
        return next;
    }

    /** T P T' + R R'. */
    private double[][] next(double[][] variance) {
        double[][] next = noise();
        for (int row = 0; row < size; row++) {
            double[] below = row + 1 < size ? variance[row + 1] : null;
            double first = phi[row] * variance[0][0] + (below == null ? 0 : below[0]);
            for (int column = 0; column < size; column++) {
                next[row][column] += first * phi[column];
                if (column + 1 < size) {
                    next[row][column] += phi[row] * variance[0][column + 1] + (below == null ? 0 : below[column + 1]);
                }
            }
        }
        return next;
    }

    private double[][] noise() {
        double[][] noise = new double[size][size];
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                noise[row][column] = theta[row] * theta[column];
            }
        }
        return noise;
    }

    /** Solves P = T P T' + R R' by doubling: the sum of 2^k terms after k turns. */
    private double[][] stationary() {
        double[][] sum = noise();
        double[][] power = new double[size][size];
        for (int row = 0; row < size; row++) {
            power[row][0] = phi[row];
            if (row + 1 < size) {
                power[row][row + 1] += 1;
            }
        }
        for (int turn = 0; turn < DOUBLINGS && largest(power) > 1e-18; turn++) {
            double[][] more = product(product(power, sum), transposed(power));
            for (int row = 0; row < size; row++) {
                for (int column = 0; column < size; column++) {
                    sum[row][column] += more[row][column];
                }
            }
            power = product(power, power);
        }
        return sum;
    }

    private double largest(double[][] matrix) {
        double largest = 0;
        for (double[] row : matrix) {
            for (double value : row) {
                largest = Math.max(largest, Math.abs(value));
            }
        }
        return largest;
    }

    private double[][] transposed(double[][] matrix) {
        double[][] transposed = new double[size][size];
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                transposed[column][row] = matrix[row][column];
            }
        }
        return transposed;
    }

    private double[][] product(double[][] left, double[][] right) {
        double[][] product = new double[size][size];
        for (int row = 0; row < size; row++) {
            for (int inner = 0; inner < size; inner++) {
                double factor = left[row][inner];
                for (int column = 0; column < size && factor != 0; column++) {
                    product[row][column] += factor * right[inner][column];
                }
            }
        }
        return product;
    }
}
