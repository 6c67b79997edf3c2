package org.caravan.infrastructure;

import java.util.Locale;

/** How closely data is to be guarded, the least first. */
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
