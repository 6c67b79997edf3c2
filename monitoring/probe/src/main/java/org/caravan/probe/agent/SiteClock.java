package org.caravan.probe.agent;

import java.time.Instant;

/**
 * Offset of a machine's clock from the server's clock, estimated from one exchange over SSH as in NTP (RFC 5905).
 *
 * @param offsetMillis ms; positive if the machine's clock is ahead
 * @param boundMillis error bound of the offset, ms, above 0; valid if neither clock was set during the exchange
 */
public record SiteClock(double offsetMillis, double boundMillis) {

    /** Maximum drift between two visits of a clock that was not set: 200 ppm is twice the drift of quartz. */
    private static final double DRIFT = 200e-6;

    /** Both sides read whole milliseconds. */
    private static final double RESOLUTION_MILLIS = 1;

    /**
     * @param asked time by the server's clock, before the exchange
     * @param first time by the machine's clock, at the start of its answer
     * @param last time by the machine's clock, at the end of its answer
     * @param answered time by the server's clock, after the exchange
     */
    static SiteClock of(Instant asked, Instant first, Instant last, Instant answered) {
        double there = first.toEpochMilli() - asked.toEpochMilli();
        double back = last.toEpochMilli() - answered.toEpochMilli();
        // The request arrived after it was sent, and so did the answer: the true offset lies between the two differences.
        return new SiteClock((there + back) / 2, Math.max(0, (there - back) / 2) + RESOLUTION_MILLIS);
    }

    /** Converts a time of the machine's clock to the server's clock. */
    Instant corrected(Instant bySite) {
        return bySite.minusMillis(Math.round(offsetMillis));
    }

    /**
     * Error bound in ms of a corrected time that the machine recorded since an earlier visit. If the offset changed by more than
     * drift, the clock was set, and the change is added to the bound.
     */
    double uncertaintySince(SiteClock earlier, double elapsedMillis) {
        double moved = Math.abs(offsetMillis - earlier.offsetMillis);
        boolean wentOn = moved <= boundMillis + earlier.boundMillis + DRIFT * Math.abs(elapsedMillis);
        return wentOn ? Math.max(boundMillis, earlier.boundMillis) + DRIFT * Math.abs(elapsedMillis) : boundMillis + moved;
    }
}
