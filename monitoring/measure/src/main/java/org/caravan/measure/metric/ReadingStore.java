package org.caravan.measure.metric;

import java.time.Instant;
import java.util.List;

/** Port to where readings are kept. Implementations are safe for use by several threads. */
public interface ReadingStore extends AutoCloseable {

    /** On disk when it returns. Of all calls with the same id only the first does anything. @return whether they were taken now */
    boolean appendOnce(String eventId, List<Reading> readings);

    /** The newest reading of each host, copy and metric that is of {@code since} or later; sorted by host, copy and metric. */
    List<Reading> newest(Instant since);

    @Override
    void close();
}
