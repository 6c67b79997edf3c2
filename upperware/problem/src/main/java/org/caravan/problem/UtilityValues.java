package org.caravan.problem;

/** Values of a plan that utility formulas can use. NaN if unknown. */
public interface UtilityValues {

    /** Cents per month. */
    double cost();

    /** Seconds, averaged over all groups of users that send the request. */
    double latency(String requestId, RttStatistic statistic);

    double replicas(String componentId);

    /** Cores of a copy; the mean if copies run in several forms. */
    double cores(String componentId);

    /** Memory of a copy in bytes; the mean if copies run in several forms. */
    double memory(String componentId);
}
