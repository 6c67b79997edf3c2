package org.caravan.problem;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
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
        return new ReservedResponses(merged(paths, other.paths, ReservedResponses::sum),
                merged(inbound, other.inbound, ReservedResponses::sum));
    }

    /** The larger of both on each path and at each access link, for two plans of one copy. */
    public ReservedResponses larger(ReservedResponses other) {
        return new ReservedResponses(merged(paths, other.paths, ReservedResponses::max),
                merged(inbound, other.inbound, ReservedResponses::max));
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

    private static <K> SortedMap<K, BitRate> merged(SortedMap<K, BitRate> one, SortedMap<K, BitRate> other, BinaryOperator<BitRate> rule) {
        SortedMap<K, BitRate> both = new TreeMap<>(one);
        other.forEach((at, rate) -> both.merge(at, rate, rule));
        return both;
    }

    private static BitRate sum(BitRate one, BitRate other) {
        return new BitRate(one.value() + other.value());
    }

    private static BitRate max(BitRate one, BitRate other) {
        return one.compareTo(other) < 0 ? other : one;
    }
}
