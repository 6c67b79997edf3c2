package org.caravan.server.simulation;

import java.util.Locale;

/** Bugs that are planted on purpose, to show that the simulation finds them. They exist only in the ports of the simulation. */
enum Planted {
    NONE,
    /** A step that is tried again starts a second copy. */
    DOUBLED_STEP,
    /** The server forgets its limits on automatic actions. */
    FORGOTTEN_LIMIT,
    /** The approval of a decided action gets lost each time. */
    LOST_DECISION,
    /** A host that does not answer is believed to have the copies that it had before. */
    STALE_LIST_BELIEVED,
    /** An instance is removed before its replacement is created. */
    REMOVAL_BEFORE_REPLACEMENT;

    /** Name in the table of the bench. */
    String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
