package org.caravan.problem;

/** Which number stands for the round-trip time of a path. */
public enum RttStatistic {
    /** For goals: the value that is neither too good nor too bad. */
    MEAN,
    /** For promises on percentiles below 90: the mean at the worse end of its interval. */
    PROMISED_MEAN,
    /** For goals on the tail, and for what people read. */
    P95,
    /** For promises on percentiles of 90 and above: what is asked of the tail is answered from the tail. */
    PROMISED_P95;

    /** The highest percentile that is known of a path. */
    public static final double MEASURED_TAIL = 95;

    /** What a promise is held against. @param percentile above 0 and below 100 */
    public static RttStatistic of(double percentile) {
        return percentile >= 90 ? PROMISED_P95 : PROMISED_MEAN;
    }

    public boolean isPromised() {
        return this == PROMISED_MEAN || this == PROMISED_P95;
    }

    public boolean isTail() {
        return this == P95 || this == PROMISED_P95;
    }
}
