package org.caravan.measure.metric;

import java.time.Instant;
import java.util.List;

/**
 * Port to the storage of bandwidth readings: the newest of each copy and link, and means per minute and hour for two weeks. Thread-safe.
 */
public interface BandwidthStore extends AutoCloseable {

    /** Stores readings durably. Idempotent: a reading that is not newer than the last of its copy and link is ignored. */
    void take(List<LinkReading> readings);

    /** Returns the newest reading of each copy and link at or after {@code since}, sorted by host, copy and link. */
    List<LinkReading> newest(Instant since);

    /**
     * Means of one application, sorted by begin, copy and link: per minute up to six hours back, per hour beyond.
     *
     * @param since rounded down to the start of a window
     */
    List<LinkMean> history(String application, Instant since);

    @Override
    void close();
}
