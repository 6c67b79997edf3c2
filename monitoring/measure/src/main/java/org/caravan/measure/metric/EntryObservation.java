package org.caravan.measure.metric;

import java.time.Instant;
import org.caravan.application.RequestCounts;

/**
 * What one source has counted of users who enter without a router. None of it is a rate of requests: one connection carries any number of
 * requests, and resolvers repeat a query at most once per time to live.
 *
 * @param component that these users enter by
 * @param usersId group of users, recognised by the address of the client; empty for clients of no group
 * @param counter label of the copy, or name of the name server, that counted
 * @param start mark that differs each time counting begins at zero
 * @param counts text of {@link RequestCounts}: received counts queries or connection attempts; times are round-trip times
 */
public record EntryObservation(String application, String component, String usersId, Source source, String counter, String start,
        Instant at, String counts) {

    public enum Source {
        /** DNS queries for the name of the component. */
        QUERIES,
        /** TCP connection attempts at the copies of the component. */
        CONNECTIONS,
        /** Smoothed round-trip times of open connections, each reading one value per connection; it is a count of its own each time. */
        ROUND_TRIPS
    }
}
