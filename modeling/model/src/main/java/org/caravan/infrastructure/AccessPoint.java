package org.caravan.infrastructure;

import java.util.Locale;

/** One end of a network path: a site's connection to one ISP in one IP version. */
public record AccessPoint(String siteId, String ispId, IpFamily family) implements Comparable<AccessPoint> {

    /** Parses the format of {@link #toString()}. */
    public static AccessPoint parse(String text) {
        int dot = text.indexOf('.');
        int slash = text.lastIndexOf('/');
        if (dot < 0 || slash < dot) {
            throw new IllegalArgumentException("not an access point, as in simula.Kvantel/ipv6: " + text);
        }
        String family = text.substring(slash + 1).toUpperCase(Locale.ROOT);
        return new AccessPoint(text.substring(0, dot), text.substring(dot + 1, slash), IpFamily.valueOf(family));
    }

    @Override
    public int compareTo(AccessPoint other) {
        // Path lookups among a hundred sites compare access points millions of times, so this avoids a chain of comparators.
        int order = siteId.compareTo(other.siteId);
        order = order == 0 ? ispId.compareTo(other.ispId) : order;
        return order == 0 ? family.compareTo(other.family) : order;
    }

    /** For example {@code simula.Kvantel/ipv6}. */
    @Override
    public String toString() {
        return siteId + "." + ispId + "/" + family;
    }
}
