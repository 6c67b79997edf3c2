package org.caravan.measure.metric;

import java.time.Instant;
import java.util.List;

/**
 * Port to the storage of request counts: series per application, group of users and request, in minutes, for two weeks. Implementations are
 * thread-safe. No address, path or content of a request is stored.
 *
 * <p>From an interval of a series follow the values of sensors: rate (answered ÷ length), error rate (failed ÷ answered), latency
 * (percentile of the times).
 */
public interface RequestStore extends AutoCloseable {

    /**
     * Adds what each router counted since its previous observation; everything it counted, if it was started again in between. Idempotent:
     * an observation that is not newer than the last of its router is ignored.
     */
    void take(List<RouterObservation> observations);

    /**
     * Sums of one application, sorted by users and request.
     *
     * @param since rounded down to a minute
     */
    List<RequestSum> sums(String application, Instant since);

    /** Sums of all applications, sorted by application, users and request; otherwise as {@link #sums(String, Instant)}. */
    List<RequestSum> sums(Instant since);

    /**
     * Counts of each minute in which requests were counted, oldest first; the newest observation gives the minute. A minute without
     * requests has none. Without the times of answers, so that two weeks fit in little memory.
     *
     * @param since rounded down to a minute
     */
    List<MinuteCounts> minutes(String application, Instant since);

    /**
     * Counts of each minute with the times of answers, oldest first. Other calls wait meanwhile, so callers read long periods in parts.
     *
     * @param since rounded down to a minute
     * @param until exclusive, rounded down to a minute
     */
    List<RequestSum> history(String application, Instant since, Instant until);

    @Override
    void close();
}
