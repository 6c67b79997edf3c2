package org.caravan.plan.diff;

import org.caravan.measure.PathId;

/** Text of a path: its two ends, or its access point if both ends are the same. */
public final class PathText {

    private static final String ARROW = " -> ";

    private PathText() {}

    static String of(PathId path) {
        return of(path.toString());
    }

    /** @param path as written by {@link PathId#toString()} */
    public static String of(String path) {
        int arrow = path.indexOf(ARROW);
        boolean within = arrow > 0 && path.substring(0, arrow).equals(path.substring(arrow + ARROW.length()));
        return within ? "within " + path.substring(0, arrow) : path;
    }
}
