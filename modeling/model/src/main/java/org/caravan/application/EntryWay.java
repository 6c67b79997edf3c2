package org.caravan.application;

import java.util.Locale;

/** What the name of a component answers to users. */
public enum EntryWay {
    /** Addresses of its instances: who keeps an address or a connection longer than the name lives is lost when one moves. */
    DNS,
    /** The address of a router near the users, which stays when instances move. */
    ROUTER;

    /** As in the language. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
