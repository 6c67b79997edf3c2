package org.caravan.measure.schedule;

import java.util.List;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.PathId;

/** The access link of a site to one ISP; both IP versions and both directions share it. */
public record AccessLink(String siteId, String ispId) implements Comparable<AccessLink> {

    public static AccessLink of(AccessPoint at) {
        return new AccessLink(at.siteId(), at.ispId());
    }

    /** Access links that a probe of the path loads. */
    public static List<AccessLink> of(PathId path) {
        return List.of(of(path.from()), of(path.to()));
    }

    @Override
    public int compareTo(AccessLink other) {
        return toString().compareTo(other.toString());
    }

    /** For example {@code simula.Telenor}. */
    @Override
    public String toString() {
        return siteId + "." + ispId;
    }
}
