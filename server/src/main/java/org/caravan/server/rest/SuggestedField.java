package org.caravan.server.rest;

import java.util.Collection;
import org.caravan.diagnostic.DidYouMean;

/** Advice for an unknown name. */
public final class SuggestedField {

    private SuggestedField() {}

    /** @param known the valid names */
    public static String of(String written, Collection<String> known) {
        return known.isEmpty() ? "omit it: it has no effect here." : "write one of " + String.join(", ", DidYouMean.of(written, known))
                + ".";
    }
}
