package org.caravan.adapter;

import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.unit.Bytes;

/**
 * What copies of a node sent on an access link with a quota, as the node counts it. Times are of the node's clock.
 *
 * @param quota part of the node
 * @param begin of the current period
 * @param used bytes in the current period, with headers of frames; what was sent after the switch counts as well
 * @param exceeded when the quota was used up in the current period, and the link got its lower capacity or its higher price; empty if
 *     it has the usual one
 * @param earlier of other periods that the node knows and in which the quota was used up: begin and switch
 */
public record QuotaUse(String ispId, TrafficQuota quota, Instant begin, Bytes used, Optional<Instant> exceeded,
        SortedMap<Instant, Instant> earlier) {

    public QuotaUse {
        earlier = Collections.unmodifiableSortedMap(new TreeMap<>(earlier));
    }
}
