package org.caravan.server.metrics;

import java.util.Set;

/** Hosts whose resource usage is read even if the operator has not turned metrics on. Thread-safe. */
public interface ReadingNeeds {

    /** Ids of hosts. */
    Set<String> hosts();
}
