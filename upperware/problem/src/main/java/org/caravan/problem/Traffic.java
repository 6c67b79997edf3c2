package org.caravan.problem;

import org.caravan.application.Hop;

/**
 * Traffic of a link, of one request or weighted over several.
 *
 * @param roundTrips not negative
 * @param bytes payload, both directions together; not negative
 */
public record Traffic(double roundTrips, double bytes) {

    public static final Traffic NONE = new Traffic(0, 0);

    public static Traffic of(Hop hop) {
        return new Traffic(hop.roundTrips(), hop.bytes().value());
    }

    /** Faster than record equality; called frequently by searches. */
    public boolean isNone() {
        return roundTrips == 0 && bytes == 0;
    }

    public Traffic plus(Traffic other) {
        return new Traffic(roundTrips + other.roundTrips, bytes + other.bytes);
    }

    public Traffic times(double factor) {
        return new Traffic(roundTrips * factor, bytes * factor);
    }
}
