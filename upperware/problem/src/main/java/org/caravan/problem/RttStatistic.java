package org.caravan.problem;

import org.caravan.application.CallGraph;

/** Statistic used as the round-trip time of a path. */
public enum RttStatistic {
    /** For goals: the mean. */
    MEAN,
    /** For SLOs on percentiles below 90: the mean at the worse end of its interval. */
    PROMISED_MEAN,
    /** For goals on the tail, and for display. */
    P95,
    /** For SLOs on percentiles from 90 to 95: the 95th percentile at the worse end of its interval. */
    PROMISED_P95,
    /** For SLOs on percentiles above 95: the 99th if it is known for the path, otherwise as {@link #PROMISED_P95}. */
    PROMISED_P99;

    /** Percentile shown in reports for each request. */
    public static final double SHOWN_TAIL = 95;
    /** Highest percentile that can be known for a path. */
    public static final double HIGHEST_TAIL = 99;

    /** Statistic used for an SLO. @param percentile above 0 and below 100 */
    public static RttStatistic of(double percentile) {
        return percentile > SHOWN_TAIL ? PROMISED_P99 : percentile >= 90 ? PROMISED_P95 : PROMISED_MEAN;
    }

    /** Least shares of the times of hops that are part of a latency with this statistic; an SLO uses those of its own percentile. */
    public double[] shares(CallGraph graph) {
        return isTail() ? graph.ofPercentile(percentile()) : graph.ofMean();
    }

    /** Exact shares. @param times by hop */
    public double[] shares(CallGraph graph, double[] times) {
        return isTail() ? graph.ofPercentile(percentile(), times) : graph.ofMean(times);
    }

    private double percentile() {
        return this == PROMISED_P99 ? HIGHEST_TAIL : SHOWN_TAIL;
    }

    public boolean isPromised() {
        return this == PROMISED_MEAN || this == PROMISED_P95 || this == PROMISED_P99;
    }

    public boolean isTail() {
        return this == P95 || this == PROMISED_P95 || this == PROMISED_P99;
    }
}
