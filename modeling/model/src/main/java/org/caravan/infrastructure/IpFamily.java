package org.caravan.infrastructure;

import java.util.Locale;

/** IP version of a path. */
public enum IpFamily {
    IPV4,
    IPV6;

    /** As the language writes it: {@code ipv4}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
