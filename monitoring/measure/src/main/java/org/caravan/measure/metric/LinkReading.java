package org.caravan.measure.metric;

import java.time.Instant;
import java.util.Optional;
import org.caravan.unit.BitRate;

/**
 * Bandwidth of a copy in one direction of an access link: what it is promised, and means since the previous reading.
 *
 * @param copy label of the copy
 * @param capacity of the link in this direction; empty if it is not declared
 * @param min promised rate; 0 if none
 * @param max highest rate; empty if only the capacity limits it
 * @param share weight for what is beyond minima, above 0
 * @param seconds length of the interval, above 0
 * @param granted rate that the copy could send or receive at
 * @param used rate at which it sent or received
 * @param refused estimated rate of what was sent beyond that and was dropped
 * @param incoming true if it is about what the copy receives; absent in readings of earlier versions, which are outbound
 */
public record LinkReading(String hostId, String application, String copy, String ispId, Optional<BitRate> capacity, BitRate min,
        Optional<BitRate> max, double share, Instant at, double seconds, BitRate granted, BitRate used, BitRate refused,
        Optional<Boolean> incoming) {

    public LinkReading {
        incoming = incoming == null ? Optional.empty() : incoming;
        if (!(seconds > 0) || Double.isInfinite(seconds)) {
            throw new IllegalArgumentException("an interval of bandwidth is not " + seconds + " s");
        }
    }

    /** Outbound reading. */
    public LinkReading(String hostId, String application, String copy, String ispId, Optional<BitRate> capacity, BitRate min,
            Optional<BitRate> max, double share, Instant at, double seconds, BitRate granted, BitRate used, BitRate refused) {
        this(hostId, application, copy, ispId, capacity, min, max, share, at, seconds, granted, used, refused,
                Optional.empty());
    }

    /** The same of what the copy receives. */
    public LinkReading received() {
        return new LinkReading(hostId, application, copy, ispId, capacity, min, max, share, at, seconds, granted, used, refused,
                Optional.of(true));
    }

    /** Whether it is about what the copy receives. */
    public boolean inbound() {
        return incoming.orElse(false);
    }
}
