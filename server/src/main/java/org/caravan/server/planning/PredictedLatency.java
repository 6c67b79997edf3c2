package org.caravan.server.planning;

/**
 * Latency of one request of one group of users that a plan predicts, in ms.
 *
 * @param meanMillis from the users and back
 * @param p95Millis sum of the hops' 95th percentiles
 * @param entryMillis part of the mean between the users and the first component or router
 * @param entryId component or router where the users enter
 */
public record PredictedLatency(String usersId, String requestId, double meanMillis, double p95Millis, double entryMillis, String entryId) {}
