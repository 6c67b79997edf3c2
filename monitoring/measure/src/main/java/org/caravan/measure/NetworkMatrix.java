package org.caravan.measure;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Metrics of all known paths between access points; built by {@link NetworkMatrixBuilder}.
 *
 * @param silent paths whose newest probes were all unanswered; they are not in {@code paths}, even if they were measured earlier
 */
public record NetworkMatrix(SortedMap<PathId, PathFigures> paths, SortedSet<PathId> silent) {

    /** Accepts records stored by earlier versions, which have no silent paths. */
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

    /** Empty if nothing is known about the path; a planner must not use it then. */
    public Optional<PathFigures> path(PathId path) {
        return Optional.ofNullable(paths.get(path));
    }

    /**
     * Whether a probe of the path or of its reverse was answered, or a connection of an application measured it. If not, its
     * round-trip time is only an estimate from other paths.
     */
    public boolean answered(PathId path) {
        return path(path).filter(figures -> figures.idleRtt().samples() > 0).isPresent();
    }

    public Map<PathId, PathFigures> all() {
        return paths;
    }
}
