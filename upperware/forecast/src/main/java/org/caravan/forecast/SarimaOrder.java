package org.caravan.forecast;

/**
 * Order (p,d,q)(P,D,Q)m of a seasonal ARIMA model (source: Box, Jenkins: Time Series Analysis, 1970).
 *
 * @param p autoregressive terms, 0 to 5
 * @param d differences, 0 to 2
 * @param q moving-average terms, 0 to 5
 * @param seasonalP seasonal autoregressive terms, 0 to 2
 * @param seasonalD seasonal differences, 0 or 1
 * @param seasonalQ seasonal moving-average terms, 0 to 2
 * @param season intervals per season, at least 1; 1 if no seasonal term is used
 */
public record SarimaOrder(int p, int d, int q, int seasonalP, int seasonalD, int seasonalQ, int season) {

    private static final int TERMS = 5;
    private static final int SEASONAL_TERMS = 2;

    public SarimaOrder {
        boolean seasonal = seasonalP + seasonalD + seasonalQ > 0;
        if (!(within(p, TERMS) && within(q, TERMS) && within(d, 2) && within(seasonalP, SEASONAL_TERMS) && within(seasonalD, 1)
                && within(seasonalQ, SEASONAL_TERMS) && season >= (seasonal ? 2 : 1))) {
            throw new IllegalArgumentException("the order " + text(p, d, q, seasonalP, seasonalD, seasonalQ, season) + " is out of range");
        }
    }

    /** The order of the paper on edge virtualisation: {@code x(t+1) = x(t) + x(t+1-m) - x(t-m)}, without parameters. */
    public static SarimaOrder seasonalWalk(int season) {
        return new SarimaOrder(0, 1, 0, 0, 1, 0, season);
    }

    private static boolean within(int value, int most) {
        return value >= 0 && value <= most;
    }

    /** Number of coefficients that must be estimated. */
    public int parameters() {
        return p + q + seasonalP + seasonalQ;
    }

    /** Number of leading values that differencing uses up. */
    int differenced() {
        return d + seasonalD * season;
    }

    /** {@code (1 - B)^d (1 - B^m)^D}. */
    double[] differences() {
        return LagPolynomial.product(LagPolynomial.difference(1, d), LagPolynomial.difference(season, seasonalD));
    }

    private static String text(int p, int d, int q, int seasonalP, int seasonalD, int seasonalQ, int season) {
        return "(" + p + "," + d + "," + q + ")(" + seasonalP + "," + seasonalD + "," + seasonalQ + ")" + season;
    }

    /** {@code (p,d,q)(P,D,Q)m}. */
    @Override
    public String toString() {
        return text(p, d, q, seasonalP, seasonalD, seasonalQ, season);
    }
}
