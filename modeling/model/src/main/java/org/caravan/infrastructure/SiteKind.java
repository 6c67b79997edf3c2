package org.caravan.infrastructure;

import java.util.Locale;

/** What a site is for. */
public enum SiteKind {
    /** Small nodes near users. */
    EDGE,
    /** A cloud of one's own. */
    PRIVATE,
    /** A cloud whose hosts are rented. */
    PUBLIC,
    /** A network of users: measured from a vantage host, never placed on. */
    USERS;

    /** As the language writes it: {@code edge}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
