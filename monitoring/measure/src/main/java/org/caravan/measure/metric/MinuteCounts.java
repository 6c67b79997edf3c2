package org.caravan.measure.metric;

import java.time.Instant;
import org.caravan.application.RequestCounts;

/**
 * Counts of one request of one group of users in a minute.
 *
 * @param usersId group of users, by the router through which they enter
 * @param requestId request of the model; empty for requests that no pattern fits
 * @param newestAt time of the newest observation that has counts in the minute
 */
public record MinuteCounts(String usersId, String requestId, RequestCounts.Totals counts, Instant newestAt) {}
