package org.caravan.measure;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is known of every path between access points; made by {@link NetworkMatrixBuilder}. */
public record NetworkMatrix(SortedMap<PathId, PathFigures> paths) {

    public NetworkMatrix {
        paths = Collections.unmodifiableSortedMap(new TreeMap<>(paths));
    }

    public static NetworkMatrix of(Iterable<PathFigures> figures) {
        SortedMap<PathId, PathFigures> paths = new TreeMap<>();
        figures.forEach(figure -> paths.put(figure.path(), figure));
        return new NetworkMatrix(paths);
    }

    /** Empty where nothing is known: a planner must not use the path. */
    public Optional<PathFigures> path(PathId path) {
        return Optional.ofNullable(paths.get(path));
    }

    public Map<PathId, PathFigures> all() {
        return paths;
    }
}
