package org.caravan.measure;

import java.time.Instant;
import java.util.List;

/** Port to where samples are kept. Implementations are safe for use by several threads. */
public interface SampleStore extends AutoCloseable {

    /** After it all samples are on disk, or none and an exception tells why. */
    void append(List<Sample> samples);

    /**
     * As {@link #append}, but of all calls with the same id only the first does anything, also after a crash and a restart. Ids of the newest
     * 100,000 such calls are remembered: an event that is delivered again comes long before so many others.
     *
     * @param eventId of what brought the samples, not longer than 100 characters
     * @return whether the samples were taken now
     */
    boolean appendOnce(String eventId, List<Sample> samples);

    /** One statistic per path and quantity that has a sample at or after {@code since}, sorted by path and quantity. */
    List<Statistic> statistics(Instant since);

    /** The newest samples of a path and quantity, oldest first, at most {@code limit}. */
    List<Sample> samples(PathId path, Quantity quantity, int limit);

    /**
     * How a quantity went, oldest first: a point per minute where {@code since} is at most six hours ago, else one per hour; none for a
     * minute or hour without samples.
     */
    List<TimelinePoint> timeline(PathId path, Quantity quantity, Instant since);

    @Override
    void close();
}
