package org.caravan.infrastructure;

import java.util.Locale;

/** IP version of a path. */
public enum IpFamily {
    IPV4,
    IPV6;

    /** Keyword of the modelling language: {@code ipv4}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
