package org.caravan.server.planning;

import java.util.Optional;

/**
 * Latency of one request of one group of users that a plan predicts, in ms.
 *
 * @param meanMillis from the users and back
 * @param p95Millis sum of the hops' 95th percentiles
 * @param entryMillis part of the mean between the users and the first component or router
 * @param entryId component or router where the users enter
 * @param parts parts of the mean
 * @param p50Millis median; empty if the plan has none
 */
public record PredictedLatency(String usersId, String requestId, double meanMillis, double p95Millis, double entryMillis, String entryId,
        Parts parts, Optional<Double> p50Millis) {

    /**
     * Parts of a mean, in ms, summed over the hops.
     *
     * @param roundTrips round trips, including those of slow start, × RTT
     * @param transfer bytes / throughput
     * @param declared service time that the model declares; empty if it declares none
     * @param declaredP95 declared service time in the 95th percentile; empty if and only if {@code declared} is
     * @param service learned service time; empty if the plan knew none
     * @param serviceP95 learned service time in the 95th percentile; empty if and only if {@code service} is
     * @param queueing queueing delay; empty if no component declares a capacity
     */
    public record Parts(double roundTrips, double transfer, Optional<Double> declared, Optional<Double> declaredP95,
            Optional<Double> service,
            Optional<Double> serviceP95, Optional<Double> queueing) {}
}
