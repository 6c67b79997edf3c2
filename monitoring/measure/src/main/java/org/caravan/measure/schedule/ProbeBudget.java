package org.caravan.measure.schedule;

import java.time.Duration;
import org.caravan.unit.Bytes;

/**
 * What probes may take of each access link in any 24 hours.
 *
 * @param bytes both directions together
 * @param busy how long flows may load it
 */
public record ProbeBudget(Bytes bytes, Duration busy) {

    /** A ten minutes' share of the day at most, whatever the bytes. */
    public static ProbeBudget ofBytes(Bytes bytes) {
        return new ProbeBudget(bytes, Duration.ofMinutes(10));
    }
}
