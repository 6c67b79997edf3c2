package org.caravan.application;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Histogram of router response times, from the request to the head of the response, since the start of the router.
 *
 * @param answered number of requests by time in tenths of a ms, rounded down to 32 steps per power of two: 0.1 ms below 6.4 ms, at most
 *     3.1 % above
 */
public record RequestTimes(SortedMap<Long, Long> answered) {

    /** No answers. */
    public static final RequestTimes NONE = new RequestTimes(Collections.emptySortedMap());

    private static final int STEPS_PER_DOUBLING = 32;

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

    public RequestTimes plus(RequestTimes other) {
        SortedMap<Long, Long> sum = new TreeMap<>(answered);
        other.answered.forEach((time, count) -> sum.merge(time, count, Long::sum));
        return new RequestTimes(sum);
    }

    /**
     * Percentile in ms, by the nearest-rank method; the middle of the step, so at most 1.6 % or 0.05 ms from the exact value.
     *
     * @param share above 0, at most 1
     * @throws IllegalStateException if there are no requests
     */
    public double percentileMillis(double share) {
        long rank = (long) Math.ceil(share * count());
        for (var time : answered.entrySet()) {
            rank -= time.getValue();
            if (rank <= 0) {
                return (time.getKey() + step(time.getKey()) / 2.0) / 10;
            }
        }
        throw new IllegalStateException("no request was answered");
    }

    /** Key in {@link #answered} of a time in ms, at least 0. */
    public static long step(double millis) {
        long tenths = (long) Math.min(millis * 10, 1e9);
        return tenths - tenths % step(tenths);
    }

    private static long step(long time) {
        return Math.max(1, Long.highestOneBit(time) / STEPS_PER_DOUBLING);
    }
}
