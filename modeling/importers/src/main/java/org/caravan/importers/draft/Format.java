package org.caravan.importers.draft;

import java.util.Locale;

/** Formats that can be imported. */
public enum Format {
    COMPOSE,
    KUBERNETES,
    CAMEL;

    /** Word of the command line: {@code compose}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
