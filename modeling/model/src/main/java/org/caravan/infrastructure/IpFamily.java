package org.caravan.infrastructure;

/** IP version of a path. */
public enum IpFamily {
    IPV4,
    IPV6;

    /** As the language writes it: {@code ipv4}. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
