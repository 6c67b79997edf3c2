package org.caravan.execution;

import java.time.Duration;

/**
 * Bounds of an execution.
 *
 * @param tries of one step before it counts as failed, if its fault is worth a retry; at least 1
 * @param retryFirst wait before the second try, before jitter; doubles with every further one
 * @param confirmLimit how long a copy may take until it is ready
 * @param drainLimit how long open connections hold up the end of a copy
 * @param entryTtl how long users may still use an answer to a look-up that has since changed: its time to live, and what a
 *     resolver needs to ask again
 * @param rounds of observing, reconciling and executing in one go before an unsettled run counts as failed; at least 1
 * @param stopLimit how long a shutdown waits for adapter calls that have begun
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

    /** The same for users whose resolvers keep answers so long. */
    public ExecutionPolicy withTimeToLive(Duration ttl) {
        return new ExecutionPolicy(tries, retryFirst, confirmLimit, drainLimit, ttl.plus(RESOLVER_MARGIN), rounds, stopLimit);
    }

    /** Between two questions about the same copy: at first, and at most. */
    static final Duration POLL_FIRST = Duration.ofMillis(5);

    static final Duration POLL_LAST = Duration.ofMillis(250);

    /** So long nobody was connected to a copy: then nobody is about to be. */
    static final Duration QUIET = Duration.ofMillis(200);

    public ExecutionPolicy {
        if (tries < 1 || rounds < 1) {
            throw new IllegalArgumentException(
                    "bounds of an execution are at least 1: " + tries + " tries, " + rounds + " rounds");
        }
    }

    RetryRule retries() {
        return new RetryRule(tries, retryFirst, RETRY_LONGEST);
    }
}
