package org.caravan.execution.step;

import java.time.Duration;

/**
 * Limits of an execution.
 *
 * @param tries maximum tries of a step if its fault is retryable; at least 1
 * @param retryFirst wait before the second try, before jitter; doubles with each further try
 * @param confirmLimit time limit for a copy to become ready
 * @param drainLimit maximum time for which open connections delay the end of a copy
 * @param entryTtl time for which users may still use an outdated look-up answer: its time to live, plus the time of a resolver to
 *     ask again
 * @param rounds maximum rounds of observing, reconciling and executing before an unsettled run counts as failed; at least 1
 * @param stopLimit time for which a shutdown waits for adapter calls in progress
 */
public record ExecutionPolicy(
        int tries,
        Duration retryFirst,
        Duration confirmLimit,
        Duration drainLimit,
        Duration entryTtl,
        int rounds,
        Duration stopLimit) {

    public static final ExecutionPolicy DEFAULT = new ExecutionPolicy(
            4, Duration.ofMillis(500), Duration.ofSeconds(120), Duration.ofSeconds(30), Duration.ofMillis(1500), 3,
            Duration.ofSeconds(20));

    private static final Duration RETRY_LONGEST = Duration.ofSeconds(8);
    private static final Duration RESOLVER_MARGIN = Duration.ofMillis(500);

    /** The same policy for resolvers that cache answers for this time to live. */
    public ExecutionPolicy withTimeToLive(Duration ttl) {
        return new ExecutionPolicy(tries, retryFirst, confirmLimit, drainLimit, ttl.plus(RESOLVER_MARGIN), rounds, stopLimit);
    }

    /** Time limit for a copy to become ready if what it requires is on a lost host: long enough for programs that are ready without it. */
    private static final Duration DOUBTFUL_LIMIT = Duration.ofSeconds(30);

    /** First and longest pause between two checks of the same copy. */
    static final Duration POLL_FIRST = Duration.ofMillis(5);

    static final Duration POLL_LAST = Duration.ofMillis(250);

    /** A copy without connections for this time counts as drained. */
    static final Duration QUIET = Duration.ofMillis(200);

    public ExecutionPolicy {
        if (tries < 1 || rounds < 1) {
            throw new IllegalArgumentException(
                    "bounds of an execution are at least 1: " + tries + " tries, " + rounds + " rounds");
        }
    }

    /** @param doubtful whether the copy may not become ready, because what it requires is on a lost host */
    Duration confirmLimit(boolean doubtful) {
        return doubtful && DOUBTFUL_LIMIT.compareTo(confirmLimit) < 0 ? DOUBTFUL_LIMIT : confirmLimit;
    }

    RetryRule retries() {
        return new RetryRule(tries, retryFirst, RETRY_LONGEST);
    }
}
