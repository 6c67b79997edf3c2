package org.caravan.infrastructure;

import java.util.Locale;

/** Vendor of a GPU: programs are built for the driver interface of one vendor. */
public enum GpuVendor {
    NVIDIA,
    AMD,
    INTEL;

    /** Keyword of the modelling language: {@code nvidia}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
