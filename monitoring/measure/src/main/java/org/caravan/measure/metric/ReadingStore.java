package org.caravan.measure.metric;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Port to the storage of readings. Implementations are thread-safe. */
public interface ReadingStore extends AutoCloseable {

    /** Stores readings durably. Idempotent: only the first call with an id stores its readings. @return whether this call stored them */
    boolean appendOnce(String eventId, List<Reading> readings);

    /** Returns the newest reading of each host, copy and metric at or after {@code since}, sorted by host, copy and metric. */
    List<Reading> newest(Instant since);

    /**
     * The newest reading of each minute, host, copy and metric in a period, oldest first. Other calls wait meanwhile, so callers read long
     * periods in parts.
     *
     * @param copies start of the labels of the copies; empty for whole hosts
     * @param since rounded down to a minute
     * @param until exclusive, rounded down to a minute
     */
    List<Reading> history(String copies, Set<Metric> metrics, Instant since, Instant until);

    @Override
    void close();
}
