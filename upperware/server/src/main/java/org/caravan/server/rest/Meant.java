package org.caravan.server.rest;

import java.util.Collection;
import org.caravan.diagnostic.Closest;

/** The way out for who wrote a name that means nothing. */
final class Meant {

    private Meant() {}

    /** @param known what would mean something there */
    static String of(String written, Collection<String> known) {
        return known.isEmpty() ? "leave it out: nothing is read there." : "write one of " + String.join(", ", Closest.of(written, known)) + ".";
    }
}
