package org.caravan.adapter;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many requests a router answered, by how long each took from the request to the head of its answer; counted since it was started.
 *
 * @param answered by tenths of a ms, above 100 ms rounded to 1 ms, above 1 s to 10 ms; a time that did not occur for minutes may be forgotten
 */
public record RequestTimes(SortedMap<Long, Long> answered) {

    public RequestTimes {
        answered = Collections.unmodifiableSortedMap(new TreeMap<>(answered));
    }

    /** Those of the time since an earlier look; what was counted less now is of a router that was started anew or had forgotten. */
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
     * In ms, by the nearest rank.
     *
     * @param share above 0, at most 1
     * @throws IllegalStateException where nothing was answered
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
