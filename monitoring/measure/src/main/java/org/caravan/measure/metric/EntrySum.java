package org.caravan.measure.metric;

import java.time.Instant;
import org.caravan.application.RequestCounts;

/**
 * Sum of {@link EntryObservation}s of one group of users and source in an interval.
 *
 * @param usersId empty for clients of no group
 * @param counts received counts queries or connection attempts; times are round-trip times
 * @param newestAt time of the newest observation that has counts in the interval
 */
public record EntrySum(String application, String component, String usersId, EntryObservation.Source source, RequestCounts counts,
        Instant newestAt) {}
