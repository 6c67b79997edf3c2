package org.caravan.server.access;

import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Token buckets, one per client. Keeps the most recently active clients only, so that many clients cannot fill the memory. */
final class TokenBuckets {

    private static final int MOST = 10_000;
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final long each;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST;
        }
    };

    /** @param rate requests per second; 0: no limit */
    TokenBuckets(double rate) {
        each = Math.round(Math.ceil(rate * PERIOD.toSeconds()));
    }

    /** Takes one token. @return time until one is available; empty if one was taken */
    Optional<Duration> take(String who) {
        return each == 0 ? Optional.empty() : waiting(bucket(who).tryConsumeAndReturnRemaining(1).getNanosToWaitForRefill());
    }

    /** Like {@link #take}, but takes no token. @return time until one is available; empty if one is available now */
    Optional<Duration> look(String who) {
        return each == 0 ? Optional.empty() : waiting(bucket(who).estimateAbilityToConsume(1).getNanosToWaitForRefill());
    }

    private static Optional<Duration> waiting(long nanos) {
        return nanos == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
    }

    private synchronized Bucket bucket(String who) {
        return buckets.computeIfAbsent(who, name -> Bucket.builder().addLimit(limit -> limit.capacity(each).refillGreedy(each, PERIOD))
                .build());
    }
}
