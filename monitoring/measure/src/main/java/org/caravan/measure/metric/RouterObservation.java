package org.caravan.measure.metric;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.application.RequestCounts;

/**
 * What one router has counted since it started.
 *
 * @param copy label of the router's copy
 * @param usersId group of users that enters by this router
 * @param start mark that differs after each start of the router
 * @param at time of the observation
 * @param byRequest text of {@link RequestCounts} by request id; the empty id is for requests that no pattern fits
 */
public record RouterObservation(String application, String copy, String usersId, String start, Instant at,
        SortedMap<String, String> byRequest) {

    public RouterObservation {
        byRequest = Collections.unmodifiableSortedMap(new TreeMap<>(byRequest));
    }
}
