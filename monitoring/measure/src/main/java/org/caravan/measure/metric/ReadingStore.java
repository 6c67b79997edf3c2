package org.caravan.measure.metric;

import java.time.Instant;
import java.util.List;

/** Port to the storage of readings. Implementations are thread-safe. */
public interface ReadingStore extends AutoCloseable {

    /** Stores readings durably. Idempotent: only the first call with an id stores its readings. @return whether this call stored them */
    boolean appendOnce(String eventId, List<Reading> readings);

    /** Returns the newest reading of each host, copy and metric at or after {@code since}, sorted by host, copy and metric. */
    List<Reading> newest(Instant since);

    @Override
    void close();
}
