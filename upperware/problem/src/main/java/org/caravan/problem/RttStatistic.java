package org.caravan.problem;

/** Which number stands for the round-trip time of a path. */
public enum RttStatistic {
    /** For goals, and for promises on percentiles below 90. */
    MEAN,
    /** For promises on percentiles of 90 and above: what is asked of the tail is answered from the tail. */
    P95;

    /** @param percentile above 0 and below 100 */
    public static RttStatistic of(double percentile) {
        return percentile >= 90 ? P95 : MEAN;
    }
}
