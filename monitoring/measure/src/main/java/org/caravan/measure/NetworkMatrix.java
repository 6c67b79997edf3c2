package org.caravan.measure;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is known of every path between access points; made by {@link NetworkMatrixBuilder}.
 *
 * @param silent paths on which the newest probes were not answered: not among the others, whatever was known of them before
 */
public record NetworkMatrix(SortedMap<PathId, PathFigures> paths, SortedSet<PathId> silent) {

    /** What was stored before silence was told has none. */
    public NetworkMatrix {
        paths = Collections.unmodifiableSortedMap(new TreeMap<>(paths));
        silent = silent == null ? Collections.emptySortedSet() : Collections.unmodifiableSortedSet(new TreeSet<>(silent));
    }

    public NetworkMatrix(SortedMap<PathId, PathFigures> paths) {
        this(paths, Collections.emptySortedSet());
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

    /** Whether a probe of the path or of its reverse was answered, or a connection told of it: its round-trip time is more than a guess from other paths. */
    public boolean answered(PathId path) {
        return path(path).filter(figures -> figures.idleRtt().samples() > 0).isPresent();
    }

    public Map<PathId, PathFigures> all() {
        return paths;
    }
}
