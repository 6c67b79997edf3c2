package org.caravan.problem;

/** What formulas of utilities may ask of a plan. Not a number where it is not known. */
public interface UtilityValues {

    /** Cents a month. */
    double cost();

    /** Seconds, as all groups of users together send the request. */
    double latency(String requestId, RttStatistic statistic);

    double replicas(String componentId);

    /** Cores that a copy has; the mean where copies run in several forms. */
    double cores(String componentId);

    /** Bytes of memory that a copy has; likewise. */
    double memory(String componentId);
}
