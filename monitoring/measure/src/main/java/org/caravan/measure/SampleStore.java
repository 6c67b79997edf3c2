package org.caravan.measure;

import java.time.Instant;
import java.util.List;

/** Port to the storage of samples. Implementations are thread-safe. */
public interface SampleStore extends AutoCloseable {

    /** Stores samples atomically. On return all samples are on disk; if an exception is thrown, none are. */
    void append(List<Sample> samples);

    /**
     * As {@link #append}, but idempotent: only the first call with an id stores its samples, also after a crash and a restart. The ids
     * of the newest 100,000 calls are kept. A redelivered event arrives well within that number of calls.
     *
     * @param eventId id of the event that delivered the samples, at most 100 characters
     * @return whether this call stored the samples
     */
    boolean appendOnce(String eventId, List<Sample> samples);

    /** Returns one statistic per path and quantity with a sample at or after {@code since}, sorted by path and quantity. */
    List<Statistic> statistics(Instant since);

    /** Returns the newest samples of a path and quantity, oldest first, at most {@code limit}. */
    List<Sample> samples(PathId path, Quantity quantity, int limit);

    /**
     * Returns a quantity over time, oldest first: one point per minute if {@code since} is at most six hours ago, else one per hour.
     * Minutes and hours without samples have no point.
     */
    List<TimelinePoint> timeline(PathId path, Quantity quantity, Instant since);

    @Override
    void close();
}
