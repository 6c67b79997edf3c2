package org.caravan.application;

import java.util.Locale;

/** Kind of address to which a component name resolves for users. */
public enum EntryWay {
    /**
     * Addresses of the instances. A client that keeps an address or a connection longer than the DNS TTL loses it when an instance moves.
     */
    DNS,
    /** Address of a router near the users; it stays when instances move. */
    ROUTER;

    /** Keyword of the modelling language. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
