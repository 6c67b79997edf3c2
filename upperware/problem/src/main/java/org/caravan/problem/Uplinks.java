package org.caravan.problem;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * Usage of the outgoing direction of uplinks, beyond the declarations of the infrastructure.
 *
 * @param reservedElsewhere by uplink: reservations of other applications
 * @param rerouted paths that links avoid because they would be overloaded
 * @param delays by path of a link: delay that the application's own traffic causes there if its links use the path; others have none
 * @param responsesElsewhere reservations of other applications for responses
 * @param weight of the application's organisation, above 0: nodes multiply shares of copies by it
 * @param sharesElsewhere by uplink: sum of the shares that nodes give copies of other applications with bandwidth there
 */
public record Uplinks(Map<AccessLink, BitRate> reservedElsewhere, Set<Rerouted> rerouted, SortedMap<PathId, LineDelay> delays,
        ReservedResponses responsesElsewhere, double weight, SortedMap<AccessLink, Double> sharesElsewhere) {

    public static final Uplinks NONE = new Uplinks(Map.of(), Set.of());

    public Uplinks {
        reservedElsewhere = Collections.unmodifiableMap(new TreeMap<>(reservedElsewhere));
        rerouted = Set.copyOf(rerouted);
        // Null in problems sent by earlier versions.
        delays = delays == null ? Collections.emptySortedMap() : Collections.unmodifiableSortedMap(new TreeMap<>(delays));
        responsesElsewhere = responsesElsewhere == null ? ReservedResponses.NONE : responsesElsewhere;
        sharesElsewhere = Collections.unmodifiableSortedMap(new TreeMap<>(sharesElsewhere));
        if (!(weight > 0)) {
            throw new IllegalArgumentException("the weight of an organisation is above 0: " + weight);
        }
    }

    /** Of an organisation of weight 1, without shares of other applications. */
    public Uplinks(Map<AccessLink, BitRate> reservedElsewhere, Set<Rerouted> rerouted, SortedMap<PathId, LineDelay> delays,
            ReservedResponses responsesElsewhere) {
        this(reservedElsewhere, rerouted, delays, responsesElsewhere, 1, Collections.emptySortedMap());
    }

    /** Without delays by own traffic. */
    public Uplinks(Map<AccessLink, BitRate> reservedElsewhere, Set<Rerouted> rerouted) {
        this(reservedElsewhere, rerouted, Collections.emptySortedMap(), ReservedResponses.NONE);
    }

    /** The same with exactly these reservations of other applications for responses. */
    public Uplinks answering(ReservedResponses others) {
        return new Uplinks(reservedElsewhere, rerouted, delays, others, weight, sharesElsewhere);
    }

    /** The same for an organisation of this weight. */
    public Uplinks weighing(double changed) {
        return new Uplinks(reservedElsewhere, rerouted, delays, responsesElsewhere, changed, sharesElsewhere);
    }

    /** The same with exactly these shares of other applications. */
    public Uplinks beside(SortedMap<AccessLink, Double> shares) {
        return new Uplinks(reservedElsewhere, rerouted, delays, responsesElsewhere, weight, shares);
    }

    /** The same with exactly these delays. */
    public Uplinks delaying(SortedMap<PathId, LineDelay> changed) {
        return new Uplinks(reservedElsewhere, rerouted, changed, responsesElsewhere, weight, sharesElsewhere);
    }

    /** Reservations of other applications on the uplink. */
    public BitRate reservedElsewhere(AccessLink at) {
        return reservedElsewhere.getOrDefault(at, BitRate.ZERO);
    }

    /** Reservations of other applications for responses into access links with a declared downlink; others are not limited. */
    public SortedMap<AccessLink, BitRate> inboundElsewhere(Infrastructure infrastructure) {
        SortedMap<AccessLink, BitRate> limited = new TreeMap<>();
        infrastructure.sites().forEach(site -> site.isps().stream().filter(isp -> isp.downlink().isPresent())
                .map(isp -> new AccessLink(site.id(), isp.id())).filter(responsesElsewhere.inbound()::containsKey)
                .forEach(at -> limited.put(at, responsesElsewhere.into(at))));
        return limited;
    }

    /** The same with more avoided paths. */
    public Uplinks rerouting(Set<Rerouted> more) {
        Set<Rerouted> all = new HashSet<>(rerouted);
        all.addAll(more);
        return new Uplinks(reservedElsewhere, all, delays, responsesElsewhere, weight, sharesElsewhere);
    }

    /** The same without avoided paths. */
    public Uplinks asDerived() {
        return new Uplinks(reservedElsewhere, Set.of(), delays, responsesElsewhere, weight, sharesElsewhere);
    }

    /** The same without reservations of other applications on uplinks; those for responses remain. */
    public Uplinks withoutReservedUplinks() {
        return new Uplinks(Map.of(), rerouted, delays, responsesElsewhere, weight, sharesElsewhere);
    }

    /** In order of their text. */
    List<Rerouted> sorted() {
        return rerouted.stream().sorted(Comparator.comparing(Rerouted::toString)).toList();
    }
}
