package org.caravan.infrastructure;

import java.util.Locale;

/** Sensitivity class of data, least sensitive first. */
public enum Sensitivity {
    PUBLIC,
    INTERNAL,
    PERSONAL,
    SECRET;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
