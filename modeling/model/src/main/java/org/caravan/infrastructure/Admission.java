package org.caravan.infrastructure;

import java.util.Comparator;

/**
 * Permission to open connections to a copy.
 *
 * @param source literal of the sender, in canonical form (RFC 5952 for IPv6), or {@link #ANYWHERE}
 * @param port of the copy, 1 to 65535, for TCP and UDP
 */
public record Admission(String source, int port) implements Comparable<Admission> {

    /** Any sender. For users, whose addresses are not in the plan. */
    public static final String ANYWHERE = "anywhere";

    private static final Comparator<Admission> ORDER = Comparator.comparing(Admission::source).thenComparingInt(Admission::port);

    public Admission {
        if (!source.equals(ANYWHERE) && !source.matches("[0-9a-f.:]{2,45}")) {
            throw new IllegalArgumentException("not an address: " + source);
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("not a port: " + port);
        }
    }

    @Override
    public int compareTo(Admission other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return source + " to port " + port;
    }
}
