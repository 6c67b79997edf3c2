package org.caravan.measure.estimate;

import org.caravan.infrastructure.Position;

/** Where a site is in the space of round-trip times; moves while it is being found. */
final class SitePlace {

    /** Light in fibre there and back over cables half as long again as the great circle, ms. */
    private static final double EARTH_RADIUS = 6371 * 2 * 1.5 / 200;

    private static final double LEAST = 1e-6;

    private final double[] at;

    private SitePlace(double... at) {
        this.at = at;
    }

    static SitePlace onTheGlobe(Position position) {
        double latitude = Math.toRadians(position.latitude());
        double longitude = Math.toRadians(position.longitude());
        return new SitePlace(
                EARTH_RADIUS * Math.cos(latitude) * Math.cos(longitude),
                EARTH_RADIUS * Math.cos(latitude) * Math.sin(longitude),
                EARTH_RADIUS * Math.sin(latitude));
    }

    double distance(SitePlace other) {
        double squares = 0;
        for (int i = 0; i < at.length; i++) {
            squares += (at[i] - other.at[i]) * (at[i] - other.at[i]);
        }
        return Math.max(LEAST, Math.sqrt(squares));
    }

    /** @param share of the distance, away from the other if above 0 */
    void move(SitePlace other, double share) {
        for (int i = 0; i < at.length; i++) {
            at[i] += share * (at[i] - other.at[i]);
        }
    }
}
