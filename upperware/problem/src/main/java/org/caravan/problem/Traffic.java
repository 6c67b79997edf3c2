package org.caravan.problem;

import org.caravan.application.Hop;

/**
 * Traffic of a link, of one request or weighted over several.
 *
 * @param roundTrips not negative
 * @param bytes payload, both directions together; not negative
 * @param slowStart round trips that large messages take in addition
 */
public record Traffic(double roundTrips, double bytes, SlowStart slowStart) {

    public static final Traffic NONE = new Traffic(0, 0);

    private static final double BITS_AND_MILLISECONDS = 8_000;

    /** Messages fit into the initial window of TCP. */
    public Traffic(double roundTrips, double bytes) {
        this(roundTrips, bytes, SlowStart.NONE);
    }

    /**
     * Mean of one request. Each round trip carries an equal share of the bytes; the window that the first ones open is enough for the
     * others.
     */
    public static Traffic of(Hop hop) {
        return new Traffic(hop.roundTrips(), hop.bytes().value(), SlowStart.of(bytes -> hop.shareAbove(bytes * hop.roundTrips())));
    }

    /** One request at a percentile of its bytes, at least the mean. @param percentile above 0 and below 100 */
    public static Traffic of(Hop hop, double percentile) {
        double bytes = hop.bytesAt(percentile);
        return new Traffic(hop.roundTrips(), bytes, SlowStart.of(bytes / hop.roundTrips()).atLeast(of(hop).slowStart()));
    }

    /** Part of a latency with this statistic. */
    public static Traffic of(Hop hop, RttStatistic statistic) {
        return statistic.isTail() ? of(hop, RttStatistic.SHOWN_TAIL) : of(hop);
    }

    /** Faster than record equality; called frequently by searches. */
    public boolean isNone() {
        return roundTrips == 0 && bytes == 0;
    }

    /** Whether round trips and bytes alone give the time on a path. */
    public boolean fitsInitialWindow() {
        return slowStart.isNone();
    }

    public Traffic plus(Traffic other) {
        return new Traffic(roundTrips + other.roundTrips, bytes + other.bytes, slowStart.plus(other.slowStart));
    }

    public Traffic times(double factor) {
        return new Traffic(roundTrips * factor, bytes * factor, slowStart.times(factor));
    }

    /**
     * Time on a path.
     *
     * @param rtt in ms
     * @param rate of responses in bit/s, above 0; infinite if unknown, so that bytes take no time
     */
    double milliseconds(double rtt, double rate) {
        return roundTrips * rtt + bytes * BITS_AND_MILLISECONDS / rate + slowStart.milliseconds(rtt, rate);
    }
}
