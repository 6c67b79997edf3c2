package org.caravan.problem;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * Minima of called copies, where their responses to callers at other sites go. Each copy counts once on each path and at each access link.
 *
 * @param paths sums above 0, by path from caller to called copy
 * @param inbound sums above 0, by access link of the callers
 */
public record ReservedResponses(SortedMap<PathId, BitRate> paths, SortedMap<AccessLink, BitRate> inbound) {

    public static final ReservedResponses NONE = new ReservedResponses(Collections.emptySortedMap(), Collections.emptySortedMap());

    public ReservedResponses {
        paths = Collections.unmodifiableSortedMap(new TreeMap<>(paths));
        inbound = Collections.unmodifiableSortedMap(new TreeMap<>(inbound));
    }

    /** Without reservations at access links. */
    public ReservedResponses(SortedMap<PathId, BitRate> paths) {
        this(paths, Collections.emptySortedMap());
    }

    /** The sums of both. */
    public ReservedResponses plus(ReservedResponses other) {
        return new ReservedResponses(sum(paths, other.paths), sum(inbound, other.inbound));
    }

    /** Reserved on the path; 0 if nothing is. */
    public BitRate on(PathId path) {
        return paths.getOrDefault(path, BitRate.ZERO);
    }

    /** Reserved of the inbound direction of the access link; 0 if nothing is. */
    public BitRate into(AccessLink at) {
        return inbound.getOrDefault(at, BitRate.ZERO);
    }

    /** Whether nothing is reserved. */
    public boolean none() {
        return paths.isEmpty() && inbound.isEmpty();
    }

    private static <K> SortedMap<K, BitRate> sum(SortedMap<K, BitRate> one, SortedMap<K, BitRate> other) {
        SortedMap<K, BitRate> sums = new TreeMap<>(one);
        other.forEach((at, rate) -> sums.merge(at, rate, (first, second) -> new BitRate(first.value() + second.value())));
        return sums;
    }
}
