package org.caravan.measure;

import org.caravan.infrastructure.AccessPoint;

/** A directed network path between two access points of the same IP version. */
public record PathId(AccessPoint from, AccessPoint to) implements Comparable<PathId> {

    public PathId {
        if (from.family() != to.family()) {
            throw new IllegalArgumentException("a path has one IP version: " + from + " to " + to);
        }
    }

    /** Parses the format of {@link #toString()}. */
    public static PathId parse(String text) {
        int arrow = text.indexOf(" -> ");
        if (arrow < 0) {
            throw new IllegalArgumentException("not a path, as in hainan.CERNET/ipv6 -> simula.Uninett/ipv6: " + text);
        }
        return new PathId(AccessPoint.parse(text.substring(0, arrow)), AccessPoint.parse(text.substring(arrow + 4)));
    }

    public PathId reversed() {
        return new PathId(to, from);
    }

    public boolean withinSite() {
        return from.siteId().equals(to.siteId());
    }

    @Override
    public int compareTo(PathId other) {
        int order = from.compareTo(other.from);
        return order == 0 ? to.compareTo(other.to) : order;
    }

    /** For example {@code hainan.CERNET/ipv6 -> simula.Uninett/ipv6}. */
    @Override
    public String toString() {
        return from + " -> " + to;
    }
}
