package org.caravan.problem;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * What is known of the outward side of sites' access links, beside what the infrastructure declares.
 *
 * @param reservedElsewhere by access link: what copies of other applications have reserved
 * @param rerouted paths that links are not to take, for they would carry too much by them
 */
public record Uplinks(Map<AccessLink, BitRate> reservedElsewhere, Set<Rerouted> rerouted) {

    public static final Uplinks NONE = new Uplinks(Map.of(), Set.of());

    public Uplinks {
        reservedElsewhere = Collections.unmodifiableMap(new TreeMap<>(reservedElsewhere));
        rerouted = Set.copyOf(rerouted);
    }

    /** What copies of other applications have reserved of the access link. */
    public BitRate reservedElsewhere(AccessLink at) {
        return reservedElsewhere.getOrDefault(at, BitRate.ZERO);
    }

    /** The same with more paths that links are not to take. */
    public Uplinks rerouting(Set<Rerouted> more) {
        Set<Rerouted> all = new HashSet<>(rerouted);
        all.addAll(more);
        return new Uplinks(reservedElsewhere, all);
    }

    /** The same with the paths that suit links best. */
    public Uplinks asDerived() {
        return new Uplinks(reservedElsewhere, Set.of());
    }

    /** The same were nothing reserved by others. */
    public Uplinks withoutOthers() {
        return new Uplinks(Map.of(), rerouted);
    }

    /** In their order. */
    List<Rerouted> sorted() {
        return rerouted.stream().sorted(Comparator.comparing(Rerouted::toString)).toList();
    }
}
