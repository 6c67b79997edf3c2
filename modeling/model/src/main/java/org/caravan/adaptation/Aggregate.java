package org.caravan.adaptation;

import java.util.Locale;

/** Function that aggregates the values of a window. */
public enum Aggregate {
    MEAN,
    MIN,
    MAX,
    SUM,
    COUNT,
    LAST,
    P50,
    P95,
    P99;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
