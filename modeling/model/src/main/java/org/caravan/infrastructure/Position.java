package org.caravan.infrastructure;

/** Geographic position in degrees (WGS 84): latitude -90 to 90, longitude -180 to 180. */
public record Position(double latitude, double longitude) {

    private static final double EARTH_RADIUS_KM = 6371;

    public Position {
        if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
            throw new IllegalArgumentException("no such place on Earth: " + latitude + " " + longitude);
        }
    }

    /** Great-circle distance in km (haversine formula on a sphere: within 0.6 %). */
    public double kilometresTo(Position other) {
        double northward = Math.sin(Math.toRadians(other.latitude - latitude) / 2);
        double eastward = Math.sin(Math.toRadians(other.longitude - longitude) / 2);
        double haversine = northward * northward
                + Math.cos(Math.toRadians(latitude)) * Math.cos(Math.toRadians(other.latitude)) * eastward * eastward;
        return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
    }
}
