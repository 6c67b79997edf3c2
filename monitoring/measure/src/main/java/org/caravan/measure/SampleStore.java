package org.caravan.measure;

import java.time.Instant;
import java.util.List;

/** Port to where samples are kept. Implementations are safe for use by several threads. */
public interface SampleStore extends AutoCloseable {

    /** After it all samples are on disk, or none and an exception tells why. */
    void append(List<Sample> samples);

    /** One statistic per path and quantity that has a sample at or after {@code since}, sorted by path and quantity. */
    List<Statistic> statistics(Instant since);

    /** The newest samples of a path and quantity, oldest first, at most {@code limit}. */
    List<Sample> samples(PathId path, Quantity quantity, int limit);

    @Override
    void close();
}
