package org.caravan.measure.estimate;

import org.caravan.infrastructure.AccessPoint;

/** A value measured between two access points of one IP version: above 0, in the unit of its quantity. */
public record Observation(AccessPoint from, AccessPoint to, double value) {

    public Observation {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("nothing between " + from + " and " + to + " can be " + value);
        }
    }

    /** Ids of the two sites in alphabetical order, so that the key is the same for both directions. */
    String sites() {
        return sites(from, to);
    }

    static String sites(AccessPoint one, AccessPoint other) {
        return one.siteId().compareTo(other.siteId()) <= 0
                ? one.siteId() + " " + other.siteId()
                : other.siteId() + " " + one.siteId();
    }
}
