package org.caravan.infrastructure;

import java.util.Locale;

/** Processor architecture, in Debian's names. */
public enum Architecture {
    AMD64,
    ARM64;

    /** Keyword of the modelling language: {@code arm64}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
