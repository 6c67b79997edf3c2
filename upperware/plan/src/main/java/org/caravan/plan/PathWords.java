package org.caravan.plan;

import org.caravan.measure.PathId;

/** A path for a person: its two ends, or where it begins and ends at one access point, that one. */
final class PathWords {

    private static final String ARROW = " -> ";

    private PathWords() {}

    static String of(PathId path) {
        return of(path.toString());
    }

    /** @param path as {@link PathId#toString()} writes it */
    static String of(String path) {
        int arrow = path.indexOf(ARROW);
        boolean within = arrow > 0 && path.substring(0, arrow).equals(path.substring(arrow + ARROW.length()));
        return within ? "within " + path.substring(0, arrow) : path;
    }
}
