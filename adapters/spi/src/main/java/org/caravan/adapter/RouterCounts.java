package org.caravan.adapter;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.application.RequestCounts;

/**
 * What a router has counted since it started.
 *
 * @param usersId group of users that enters by this router; empty for a router of an earlier version
 * @param start mark that differs after each start of the router; counts are compared only under the same mark
 * @param byRequest by request id; {@link #OTHER} for requests that no pattern fits
 */
public record RouterCounts(String usersId, String start, SortedMap<String, RequestCounts> byRequest) {

    /** Key of requests that no pattern fits. */
    public static final String OTHER = "";

    public RouterCounts {
        byRequest = Collections.unmodifiableSortedMap(new TreeMap<>(byRequest));
    }

    /** All requests together. */
    public RequestCounts all() {
        return byRequest.values().stream().reduce(RequestCounts.NONE, RequestCounts::plus);
    }

    /** The difference to an earlier observation; everything if the router was started again in between. */
    public RouterCounts since(RouterCounts earlier) {
        if (!start.equals(earlier.start)) {
            return this;
        }
        Map<String, RequestCounts> more = new TreeMap<>();
        byRequest.forEach((id, counts) -> more.put(id, counts.since(earlier.byRequest.getOrDefault(id, RequestCounts.NONE))));
        return new RouterCounts(usersId, start, new TreeMap<>(more));
    }
}
