package org.caravan.importers.camel;

/** Something of a CAMEL model that the language cannot say. */
final class Unsaid extends Exception {

    private static final long serialVersionUID = 1L;

    /** @param reason begins with {@code because}, or is what to do instead */
    Unsaid(String reason) {
        super(reason, null, false, false);
    }
}
