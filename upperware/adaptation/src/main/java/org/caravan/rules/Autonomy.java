package org.caravan.rules;

import java.util.Locale;

/** How far the server goes by itself. */
public enum Autonomy {
    /** The server acts, within the limits. */
    AUTOMATIC,
    /** The server makes a plan, which waits for the approval of a person. */
    PROPOSE,
    /** The server records what it would do. */
    OBSERVE;

    /** Name in REST: {@code propose}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
