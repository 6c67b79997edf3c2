package org.caravan.adapter;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Histogram of router response times, from the request to the head of the response, since the start of the router.
 *
 * @param answered number of requests by time in tenths of a ms; rounded to 1 ms above 100 ms, and to 10 ms above 1 s; values that
 *     did not occur for minutes may be dropped
 */
public record RequestTimes(SortedMap<Long, Long> answered) {

    public RequestTimes {
        answered = Collections.unmodifiableSortedMap(new TreeMap<>(answered));
    }

    /**
     * The difference to an earlier observation. If a count has decreased, the router was restarted or had dropped the value, so the
     * whole count is used.
     */
    public RequestTimes since(RequestTimes earlier) {
        SortedMap<Long, Long> more = new TreeMap<>();
        answered.forEach((time, count) -> {
            long before = earlier.answered().getOrDefault(time, 0L);
            long since = count >= before ? count - before : count;
            if (since > 0) {
                more.put(time, since);
            }
        });
        return new RequestTimes(more);
    }

    public long count() {
        return answered.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Percentile in ms, by the nearest-rank method.
     *
     * @param share above 0, at most 1
     * @throws IllegalStateException if there are no requests
     */
    public double percentileMillis(double share) {
        long rank = (long) Math.ceil(share * count());
        for (var time : answered.entrySet()) {
            rank -= time.getValue();
            if (rank <= 0) {
                return time.getKey() / 10.0;
            }
        }
        throw new IllegalStateException("no request was answered");
    }
}
