package org.caravan.measure.metric;

import java.time.Instant;
import org.caravan.unit.BitRate;

/**
 * Means of a copy's bandwidth in one direction of an access link over a time window.
 *
 * @param copy label of the copy
 * @param begin start of the window
 * @param seconds time within the window that was measured, above 0
 * @param inbound whether it is about what the copy received
 */
public record LinkMean(String hostId, String application, String copy, String ispId, Instant begin, double seconds, BitRate granted,
        BitRate used, BitRate refused, boolean inbound) {}
