package org.caravan.infrastructure;

import java.util.Comparator;
import java.util.Locale;

/** One end of a network path: a site's connection to one ISP in one IP version. */
public record AccessPoint(String siteId, String ispId, IpFamily family) implements Comparable<AccessPoint> {

    private static final Comparator<AccessPoint> ORDER = Comparator.comparing(AccessPoint::siteId)
            .thenComparing(AccessPoint::ispId)
            .thenComparing(AccessPoint::family);

    /** Reads what {@link #toString()} writes. */
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
        return ORDER.compare(this, other);
    }

    /** For example {@code simula.Kvantel/ipv6}. */
    @Override
    public String toString() {
        return siteId + "." + ispId + "/" + family;
    }
}
