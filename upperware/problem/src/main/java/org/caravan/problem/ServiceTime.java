package org.caravan.problem;

import org.caravan.unit.Millis;

/**
 * Time that components need for a request of a group of users, learned from measurements: what routers measured beyond the predicted time
 * on paths and in queues. It is the same in every placement, so it is part of predicted latencies but decides nothing: goals differ by a
 * constant, and promises are planned without it.
 *
 * @param mean part of the mean
 * @param p95 part of the 95th percentile; can be below the mean if the predicted percentile was too high
 * @param answers number of answers behind it, at least 1
 */
public record ServiceTime(String usersId, String requestId, Millis mean, Millis p95, long answers) {

    public ServiceTime {
        if (answers < 1) {
            throw new IllegalArgumentException("a service time is learned from answers: " + answers);
        }
    }

    /** For example {@code 9.0 ms, learned from 1200 answers}. */
    public String words() {
        return mean + ", learned from " + answers + " answers";
    }
}
