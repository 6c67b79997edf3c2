package org.caravan.infrastructure;

import java.util.Locale;

/** Role of a site. */
public enum SiteKind {
    /** Small nodes near users. */
    EDGE,
    /** A private cloud. */
    PRIVATE,
    /** A cloud with provisioned hosts. */
    PUBLIC,
    /** A network of users: measured from a vantage host; nothing is placed there. */
    USERS;

    /** Keyword of the modelling language: {@code edge}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
