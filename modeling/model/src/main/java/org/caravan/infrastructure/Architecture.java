package org.caravan.infrastructure;

/** Processor architecture, in Debian's names. */
public enum Architecture {
    AMD64,
    ARM64;

    /** As the language writes it: {@code arm64}. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
