package org.caravan.problem;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;

/**
 * Usage of the outgoing direction of uplinks, beyond the declarations of the infrastructure.
 *
 * @param reservedElsewhere by uplink: reservations of other applications
 * @param rerouted paths that links avoid because they would be overloaded
 * @param delays by path of a link: delay that the application's own traffic causes there if its links use the path; others have none
 * @param responsesElsewhere reservations of other applications for responses
 * @param weight of the application's organisation, above 0: nodes multiply shares of copies by it
 * @param sharesElsewhere by uplink: sum of the shares that nodes give copies of other applications with bandwidth there
 * @param counted by uplink with a quota: what nodes have counted in the current period; a plan of a usual month has none
 */
public record Uplinks(Map<AccessLink, BitRate> reservedElsewhere, Set<AvoidedPath> rerouted, SortedMap<PathId, LineDelay> delays,
        ReservedResponses responsesElsewhere, double weight, SortedMap<AccessLink, Double> sharesElsewhere,
        SortedMap<AccessLink, Counted> counted) {

    /**
     * What nodes have counted of the quota of an uplink in the current period.
     *
     * @param used bytes of all applications; at least 0
     * @param elapsed seconds since the period began; at least 0
     * @param left seconds until the quota is renewed; above 0
     */
    public record Counted(Bytes used, long elapsed, long left) {

        public Counted {
            if (used.value() < 0 || elapsed < 0 || left <= 0) {
                throw new IllegalArgumentException("a count has bytes and elapsed seconds of at least 0, and seconds left: " + used.value()
                        + " B, " + elapsed + " s, " + left + " s");
            }
        }

        /** Bytes until the quota is used up. */
        public long rest(TrafficQuota quota) {
            return Math.max(0, quota.amount().value() - used.value());
        }

        /** Whether the quota is used up, or will be before its renewal if the rate of the period so far stays. */
        public boolean exhausts(TrafficQuota quota) {
            return rest(quota) == 0 || elapsed > 0 && (double) used.value() / elapsed * left > rest(quota);
        }
    }

    public static final Uplinks NONE = new Uplinks(Map.of(), Set.of());

    public Uplinks {
        reservedElsewhere = Collections.unmodifiableMap(new TreeMap<>(reservedElsewhere));
        rerouted = Set.copyOf(rerouted);
        // Null in problems sent by earlier versions.
        delays = delays == null ? Collections.emptySortedMap() : Collections.unmodifiableSortedMap(new TreeMap<>(delays));
        responsesElsewhere = responsesElsewhere == null ? ReservedResponses.NONE : responsesElsewhere;
        sharesElsewhere = Collections.unmodifiableSortedMap(new TreeMap<>(sharesElsewhere));
        counted = Collections.unmodifiableSortedMap(new TreeMap<>(counted));
        if (!(weight > 0)) {
            throw new IllegalArgumentException("the weight of an organisation is above 0: " + weight);
        }
    }

    /** Without counts of quotas. */
    public Uplinks(Map<AccessLink, BitRate> reservedElsewhere, Set<AvoidedPath> rerouted, SortedMap<PathId, LineDelay> delays,
            ReservedResponses responsesElsewhere, double weight, SortedMap<AccessLink, Double> sharesElsewhere) {
        this(reservedElsewhere, rerouted, delays, responsesElsewhere, weight, sharesElsewhere, Collections.emptySortedMap());
    }

    /** Of an organisation of weight 1, without shares of other applications. */
    public Uplinks(Map<AccessLink, BitRate> reservedElsewhere, Set<AvoidedPath> rerouted, SortedMap<PathId, LineDelay> delays,
            ReservedResponses responsesElsewhere) {
        this(reservedElsewhere, rerouted, delays, responsesElsewhere, 1, Collections.emptySortedMap());
    }

    /** Without delays by own traffic. */
    public Uplinks(Map<AccessLink, BitRate> reservedElsewhere, Set<AvoidedPath> rerouted) {
        this(reservedElsewhere, rerouted, Collections.emptySortedMap(), ReservedResponses.NONE);
    }

    /** The same with exactly these reservations of other applications for responses. */
    public Uplinks answering(ReservedResponses others) {
        return new Uplinks(reservedElsewhere, rerouted, delays, others, weight, sharesElsewhere, counted);
    }

    /** The same for an organisation of this weight. */
    public Uplinks weighing(double changed) {
        return new Uplinks(reservedElsewhere, rerouted, delays, responsesElsewhere, changed, sharesElsewhere, counted);
    }

    /** The same with exactly these shares of other applications. */
    public Uplinks beside(SortedMap<AccessLink, Double> shares) {
        return new Uplinks(reservedElsewhere, rerouted, delays, responsesElsewhere, weight, shares, counted);
    }

    /** The same with exactly these counts of quotas. */
    public Uplinks counting(SortedMap<AccessLink, Counted> used) {
        return new Uplinks(reservedElsewhere, rerouted, delays, responsesElsewhere, weight, sharesElsewhere, used);
    }

    /**
     * Capacity of an uplink: the declared one, or the lower one of its quota if that is used up or will be in the current period; empty if
     * none is declared.
     */
    public Optional<BitRate> capacity(AccessLink at, Isp isp) {
        Optional<BitRate> lower = isp.quota().filter(quota -> counted.containsKey(at) && counted.get(at).exhausts(quota))
                .flatMap(TrafficQuota::max);
        return lower.isEmpty() ? isp.uplink() : isp.uplink().filter(usual -> usual.compareTo(lower.get()) < 0).or(() -> lower);
    }

    /** The same with exactly these delays. */
    public Uplinks delaying(SortedMap<PathId, LineDelay> changed) {
        return new Uplinks(reservedElsewhere, rerouted, changed, responsesElsewhere, weight, sharesElsewhere, counted);
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
    public Uplinks rerouting(Set<AvoidedPath> more) {
        Set<AvoidedPath> all = new HashSet<>(rerouted);
        all.addAll(more);
        return new Uplinks(reservedElsewhere, all, delays, responsesElsewhere, weight, sharesElsewhere, counted);
    }

    /** The same without avoided paths. */
    public Uplinks asDerived() {
        return new Uplinks(reservedElsewhere, Set.of(), delays, responsesElsewhere, weight, sharesElsewhere, counted);
    }

    /** The same without reservations of other applications on uplinks; those for responses remain. */
    public Uplinks withoutReservedUplinks() {
        return new Uplinks(Map.of(), rerouted, delays, responsesElsewhere, weight, sharesElsewhere, counted);
    }

    /** In order of their text. */
    List<AvoidedPath> sorted() {
        return rerouted.stream().sorted(Comparator.comparing(AvoidedPath::toString)).toList();
    }
}
