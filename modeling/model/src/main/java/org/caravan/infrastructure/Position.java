package org.caravan.infrastructure;

/** Where a site lies, in degrees (WGS 84): latitude -90 to 90, longitude -180 to 180. */
public record Position(double latitude, double longitude) {

    public Position {
        if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
            throw new IllegalArgumentException("no such place on Earth: " + latitude + " " + longitude);
        }
    }
}
