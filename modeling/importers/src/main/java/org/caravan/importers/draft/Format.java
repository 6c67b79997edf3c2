package org.caravan.importers.draft;

import java.util.Locale;

/** What can be imported. */
public enum Format {
    COMPOSE,
    KUBERNETES,
    CAMEL;

    /** As the command line writes it: {@code compose}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
