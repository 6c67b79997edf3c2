package org.caravan.image.tar;

import java.io.IOException;
import org.caravan.text.TextRule;

/** A layer that no node may unpack. The message is one clause that names the entry; {@link #wayOut()} is the suggestion. */
public final class LayerRefused extends IOException {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST_SHOWN = 200;

    private final String wayOut;

    LayerRefused(String message, String wayOut) {
        super(message);
        this.wayOut = wayOut;
    }

    public String wayOut() {
        return wayOut;
    }

    /** Escapes a name for output, because its content is untrusted. */
    static String shown(String name) {
        return TextRule.excerpt(name, LONGEST_SHOWN).replace('\uFFFD', '?');
    }
}
