package org.caravan.rules.model;

/** Event of the rules: an accepted value of a series. Public only because compiled rules access it. @param at epoch milliseconds */
public record Sample(String seriesId, double value, long at) {

    public String getSeriesId() {
        return seriesId;
    }

    public long getAt() {
        return at;
    }
}
