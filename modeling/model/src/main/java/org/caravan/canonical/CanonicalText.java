package org.caravan.canonical;

/** Record with a canonical text: one fact per line, sorted, without timestamps. */
public interface CanonicalText {

    /** Canonical text; equal facts give equal texts. */
    String canonicalText();

    /** Digest of the canonical text: 64 lower-case hexadecimal digits. */
    default String digest() {
        return Digest.of(canonicalText());
    }
}
