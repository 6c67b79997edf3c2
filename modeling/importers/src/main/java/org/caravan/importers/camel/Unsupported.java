package org.caravan.importers.camel;

/** Signals an element of a CAMEL model that the language cannot express. */
final class Unsupported extends Exception {

    private static final long serialVersionUID = 1L;

    /** @param reason begins with {@code because}, or is an instruction */
    Unsupported(String reason) {
        super(reason, null, false, false);
    }
}
