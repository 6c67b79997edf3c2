package org.caravan.measure.schedule;

import java.time.Duration;
import org.caravan.unit.Bytes;

/**
 * Limit for probes on one access link in any 24 hours.
 *
 * @param bytes both directions together
 * @param busy total time for which flows may load the link
 */
public record ProbeBudget(Bytes bytes, Duration busy) {

    /** Budget of the given bytes, with at most ten minutes of flows a day. */
    public static ProbeBudget ofBytes(Bytes bytes) {
        return new ProbeBudget(bytes, Duration.ofMinutes(10));
    }
}
