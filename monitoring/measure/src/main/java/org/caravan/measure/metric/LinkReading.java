package org.caravan.measure.metric;

import java.time.Instant;
import java.util.Optional;
import org.caravan.unit.BitRate;

/**
 * Outgoing bandwidth of a copy on one access link: what it is promised, and means since the previous reading.
 *
 * @param copy label of the copy
 * @param capacity of the link; empty if it is not declared
 * @param min promised rate; 0 if none
 * @param max highest rate; empty if only the capacity limits it
 * @param share weight for what is beyond minima, above 0
 * @param seconds length of the interval, above 0
 * @param granted rate that the copy could send at
 * @param used rate at which it sent
 * @param refused estimated rate of what it sent beyond that and was dropped
 */
public record LinkReading(String hostId, String application, String copy, String ispId, Optional<BitRate> capacity, BitRate min,
        Optional<BitRate> max, double share, Instant at, double seconds, BitRate granted, BitRate used, BitRate refused) {

    public LinkReading {
        if (!(seconds > 0) || Double.isInfinite(seconds)) {
            throw new IllegalArgumentException("an interval of bandwidth is not " + seconds + " s");
        }
    }
}
