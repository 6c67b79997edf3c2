package org.caravan.problem;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.measure.PathId;
import org.caravan.unit.BitRate;

/**
 * Minima of called copies, by the paths that their responses take to callers at other sites. Each copy counts once on each path.
 *
 * @param paths sums above 0, by path from caller to called copy
 */
public record ReservedResponses(SortedMap<PathId, BitRate> paths) {

    public static final ReservedResponses NONE = new ReservedResponses(Collections.emptySortedMap());

    public ReservedResponses {
        paths = Collections.unmodifiableSortedMap(new TreeMap<>(paths));
    }

    /** The sums of both. */
    public ReservedResponses plus(ReservedResponses other) {
        return new ReservedResponses(sum(paths, other.paths));
    }

    /** Reserved on the path; 0 if nothing is. */
    public BitRate on(PathId path) {
        return paths.getOrDefault(path, BitRate.ZERO);
    }

    /** Whether nothing is reserved. */
    public boolean none() {
        return paths.isEmpty();
    }

    private static <K> SortedMap<K, BitRate> sum(SortedMap<K, BitRate> one, SortedMap<K, BitRate> other) {
        SortedMap<K, BitRate> sums = new TreeMap<>(one);
        other.forEach((at, rate) -> sums.merge(at, rate, (first, second) -> new BitRate(first.value() + second.value())));
        return sums;
    }
}
