package org.caravan.probe.lookout;

import java.time.Instant;

/**
 * How far a machine's clock was ahead of the server's, from one exchange over SSH (as NTP reckons it, RFC 5905).
 *
 * @param offsetMillis above 0 where the machine's clock is ahead
 * @param boundMillis how far from it the truth may lie, as long as both clocks went on during the exchange; above 0
 */
public record SiteClock(double offsetMillis, double boundMillis) {

    /** A clock may go so much too fast or too slow between two visits and still count as going on: 200 ppm is twice what quartz does. */
    private static final double DRIFT = 200e-6;

    /** Both sides read whole milliseconds. */
    private static final double RESOLUTION_MILLIS = 1;

    /**
     * @param asked by the server's clock, before the exchange
     * @param first by the machine's clock, when it began to answer
     * @param last by the machine's clock, when it ended
     * @param answered by the server's clock, after the exchange
     */
    static SiteClock of(Instant asked, Instant first, Instant last, Instant answered) {
        double there = first.toEpochMilli() - asked.toEpochMilli();
        double back = last.toEpochMilli() - answered.toEpochMilli();
        // The machine was reached after it was asked, and what it said arrived after it was said: the truth lies between the two.
        return new SiteClock((there + back) / 2, Math.max(0, (there - back) / 2) + RESOLUTION_MILLIS);
    }

    /** By the server's clock. */
    Instant corrected(Instant bySite) {
        return bySite.minusMillis(Math.round(offsetMillis));
    }

    /**
     * How far from the truth a corrected time may lie that the machine took since an earlier visit, ms: the bound, and what the clock was moved meanwhile where that is
     * more than clocks drift.
     */
    double uncertaintySince(SiteClock earlier, double elapsedMillis) {
        double moved = Math.abs(offsetMillis - earlier.offsetMillis);
        boolean wentOn = moved <= boundMillis + earlier.boundMillis + DRIFT * Math.abs(elapsedMillis);
        return wentOn ? Math.max(boundMillis, earlier.boundMillis) + DRIFT * Math.abs(elapsedMillis) : boundMillis + moved;
    }
}
