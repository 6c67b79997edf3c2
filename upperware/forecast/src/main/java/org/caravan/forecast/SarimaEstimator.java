package org.caravan.forecast;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.SimpleValueChecker;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.SimplexOptimizer;

/**
 * Estimates coefficients by conditional sum of squares: noise before the series is 0. The search runs over partial autocorrelations, which
 * the hyperbolic tangent keeps between -1 and 1: each point of it is a stationary and invertible model (source: Jones, Maximum Likelihood
 * Fitting of ARMA Models to Time Series with Missing Observations, 1980).
 */
final class SarimaEstimator {

    /** Differenced values per coefficient below which an estimate is not worth having. */
    private static final int VALUES_PER_PARAMETER = 10;
    /** Keeps estimates away from unit roots, where {@link SarimaCoefficients#stable()} rejects them. */
    private static final double MOST_PARTIAL = 0.99;
    private static final int EVALUATIONS_PER_PARAMETER = 150;
    private static final double RELATIVE_PRECISION = 1e-8;
    private static final double STEP = 0.3;

    private final SarimaOrder order;
    private final double[] values;

    private SarimaEstimator(Series series, SarimaOrder order) {
        this.order = order;
        this.values = SarimaCoefficients.differenced(series.values(), order.differences());
    }

    /** Empty if the series is too short or constant for the order, or the result is not stable. */
    static Optional<Sarima> estimate(Series series, SarimaOrder order) {
        if (order.parameters() == 0) {
            return Optional.of(new Sarima(SarimaCoefficients.none(order)));
        }
        int seasonal = order.season() * Math.max(order.seasonalP(), order.seasonalQ());
        if (series.size() < order.differenced() + seasonal + VALUES_PER_PARAMETER * order.parameters()) {
            return Optional.empty();
        }
        SarimaEstimator estimator = new SarimaEstimator(series, order);
        boolean constant = Arrays.stream(estimator.values).filter(value -> !Double.isNaN(value)).distinct().count() < 2;
        return constant ? Optional.empty() : Optional.of(estimator.best()).filter(SarimaCoefficients::stable).map(Sarima::new);
    }

    private SarimaCoefficients best() {
        int size = order.parameters();
        double[] steps = new double[size];
        Arrays.fill(steps, STEP);
        double[] start = new double[size];
        Arrays.fill(start, 0.1);
        try {
            return at(new SimplexOptimizer(new SimpleValueChecker(RELATIVE_PRECISION, -1)).optimize(
                    new MaxEval(EVALUATIONS_PER_PARAMETER * size), new ObjectiveFunction(point -> squares(at(point))), GoalType.MINIMIZE,
                    new InitialGuess(start), new NelderMeadSimplex(steps)).getPoint());
        } catch (MathIllegalStateException notConverged) {
            return at(start);
        }
    }

    private SarimaCoefficients at(double[] point) {
        int q = order.p();
        int seasonalP = q + order.q();
        int seasonalQ = seasonalP + order.seasonalP();
        return new SarimaCoefficients(order, coefficients(point, 0, q, 1), coefficients(point, q, seasonalP, -1),
                coefficients(point, seasonalP, seasonalQ, 1), coefficients(point, seasonalQ, point.length, -1));
    }

    private static List<Double> coefficients(double[] point, int from, int to, int sign) {
        double[] partial = Arrays.stream(point, from, to).map(value -> MOST_PARTIAL * Math.tanh(value)).toArray();
        return Arrays.stream(LagPolynomial.fromPartial(partial)).map(value -> sign * value).boxed().toList();
    }

    /** Sum of the squared errors one interval ahead. A gap counts as expected. */
    private double squares(SarimaCoefficients coefficients) {
        double[] ar = coefficients.autoregressive();
        double[] ma = coefficients.movingAverage();
        int[] arLags = lags(ar);
        int[] maLags = lags(ma);
        double[] observed = values.clone();
        double[] noise = new double[observed.length];
        double sum = 0;
        for (int index = 0; index < observed.length; index++) {
            double expected = 0;
            for (int lag : arLags) {
                expected -= lag <= index ? ar[lag] * observed[index - lag] : 0;
            }
            for (int lag : maLags) {
                expected += lag <= index ? ma[lag] * noise[index - lag] : 0;
            }
            if (Double.isNaN(observed[index])) {
                observed[index] = expected;
            } else if (index >= ar.length - 1) {
                noise[index] = observed[index] - expected;
                sum += noise[index] * noise[index];
            }
        }
        return sum;
    }

    /** Lags with a coefficient, without 0: a season of 96 has few. */
    private static int[] lags(double[] polynomial) {
        int[] lags = new int[polynomial.length];
        int count = 0;
        for (int lag = 1; lag < polynomial.length; lag++) {
            if (polynomial[lag] != 0) {
                lags[count++] = lag;
            }
        }
        return Arrays.copyOf(lags, count);
    }
}
