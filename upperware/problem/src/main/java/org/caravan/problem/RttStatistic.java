package org.caravan.problem;

/** Which number stands for the round-trip time of a path. */
public enum RttStatistic {
    /** For goals: the value that is neither too good nor too bad. */
    MEAN,
    /** For promises on percentiles below 90: the mean at the worse end of its interval. */
    PROMISED_MEAN,
    /** For goals on the tail, and for what people read. */
    P95,
    /** For promises on percentiles from 90 to 95: what is asked of the tail is answered from the tail. */
    PROMISED_P95,
    /** For promises on percentiles above 95: the 99th where it is known of the path, else as {@link #PROMISED_P95}. */
    PROMISED_P99;

    /** The percentile that reports show of each request. */
    public static final double SHOWN_TAIL = 95;
    /** The highest percentile that may be known of a path. */
    public static final double HIGHEST_TAIL = 99;

    /** What a promise is held against. @param percentile above 0 and below 100 */
    public static RttStatistic of(double percentile) {
        return percentile > SHOWN_TAIL ? PROMISED_P99 : percentile >= 90 ? PROMISED_P95 : PROMISED_MEAN;
    }

    public boolean isPromised() {
        return this == PROMISED_MEAN || this == PROMISED_P95 || this == PROMISED_P99;
    }

    public boolean isTail() {
        return this == P95 || this == PROMISED_P95 || this == PROMISED_P99;
    }
}
