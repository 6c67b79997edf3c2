package org.caravan.measure.estimate;

import org.caravan.infrastructure.Position;

/** Coordinates of a site in the space of round-trip times, in ms; they change during the fit. */
final class NetworkCoordinate {

    /** Earth radius in ms of round-trip time: light in fibre at 200 km/ms, on cables 1.5 times as long as the great circle. */
    private static final double EARTH_RADIUS = 6371 * 2 * 1.5 / 200;

    private static final double LEAST = 1e-6;

    private final double[] at;

    private NetworkCoordinate(double... at) {
        this.at = at;
    }

    static NetworkCoordinate onTheGlobe(Position position) {
        double latitude = Math.toRadians(position.latitude());
        double longitude = Math.toRadians(position.longitude());
        return new NetworkCoordinate(
                EARTH_RADIUS * Math.cos(latitude) * Math.cos(longitude),
                EARTH_RADIUS * Math.cos(latitude) * Math.sin(longitude),
                EARTH_RADIUS * Math.sin(latitude));
    }

    double distance(NetworkCoordinate other) {
        double squares = 0;
        for (int i = 0; i < at.length; i++) {
            squares += (at[i] - other.at[i]) * (at[i] - other.at[i]);
        }
        return Math.max(LEAST, Math.sqrt(squares));
    }

    /** @param share fraction of the distance; a positive value moves away from the other site */
    void move(NetworkCoordinate other, double share) {
        for (int i = 0; i < at.length; i++) {
            at[i] += share * (at[i] - other.at[i]);
        }
    }
}
