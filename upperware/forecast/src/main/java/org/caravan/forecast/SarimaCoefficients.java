package org.caravan.forecast;

import java.util.List;

/**
 * A seasonal ARIMA model with its coefficients: {@code phi(B) Phi(B^m) (1-B)^d (1-B^m)^D x = theta(B) Theta(B^m) e}, where autoregressive
 * coefficients have the sign of {@code x(t) = phi x(t-1)} and moving-average ones that of {@code x(t) = e(t) + theta e(t-1)}.
 *
 * @param phi p values
 * @param theta q values
 * @param seasonalPhi P values
 * @param seasonalTheta Q values
 */
public record SarimaCoefficients(SarimaOrder order, List<Double> phi, List<Double> theta, List<Double> seasonalPhi,
        List<Double> seasonalTheta) {

    public SarimaCoefficients {
        phi = List.copyOf(phi);
        theta = List.copyOf(theta);
        seasonalPhi = List.copyOf(seasonalPhi);
        seasonalTheta = List.copyOf(seasonalTheta);
        if (phi.size() != order.p() || theta.size() != order.q() || seasonalPhi.size() != order.seasonalP()
                || seasonalTheta.size() != order.seasonalQ()) {
            throw new IllegalArgumentException("coefficients " + phi + theta + seasonalPhi + seasonalTheta + " do not fit " + order);
        }
    }

    /** For an order without parameters. */
    public static SarimaCoefficients none(SarimaOrder order) {
        return new SarimaCoefficients(order, List.of(), List.of(), List.of(), List.of());
    }

    /** Whether the model is stationary after differencing, and invertible: otherwise its forecasts are not usable. */
    public boolean stable() {
        return LagPolynomial.stable(phi) && LagPolynomial.stable(seasonalPhi)
                && LagPolynomial.stable(theta.stream().map(value -> -value).toList())
                && LagPolynomial.stable(seasonalTheta.stream().map(value -> -value).toList());
    }

    double[] autoregressive() {
        return LagPolynomial.product(LagPolynomial.of(phi, 1, -1), LagPolynomial.of(seasonalPhi, order.season(), -1));
    }

    double[] movingAverage() {
        return LagPolynomial.product(LagPolynomial.of(theta, 1, 1), LagPolynomial.of(seasonalTheta, order.season(), 1));
    }

    /** A difference with a gap in it is a gap. */
    static double[] differenced(double[] values, double[] differences) {
        int lost = differences.length - 1;
        double[] result = new double[Math.max(0, values.length - lost)];
        for (int index = 0; index < result.length; index++) {
            for (int lag = 0; lag <= lost; lag++) {
                result[index] += differences[lag] == 0 ? 0 : differences[lag] * values[index + lost - lag];
            }
        }
        return result;
    }
}
