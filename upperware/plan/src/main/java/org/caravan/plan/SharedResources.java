package org.caravan.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedHost;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Quota;
import org.caravan.infrastructure.Site;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.Reservation;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * Checks whether a plan still fits beside the other applications. Plans of two applications can be made from the same state, and each of
 * them fits alone. Only what the plan reserves in addition to what the application has reserved is checked: what is reserved stays
 * reserved, also on a host that has become smaller. Paths are not checked: what they carry is measured, and part of planning only.
 */
public final class SharedResources {

    private final DeploymentPlan plan;
    private final List<OtherPlacement> own;
    private final List<OtherPlacement> others;
    private final Infrastructure infrastructure;
    private final Map<String, Reservation> wanted;
    private final Map<String, Reservation> held;
    private final Map<String, Reservation> elsewhere;

    /**
     * @param target plan that the plan replaces; empty for the first plan of an application
     * @param others of all other applications
     */
    public SharedResources(DeploymentPlan plan, Optional<DeploymentPlan> target, ReservedPlacements others,
            Infrastructure infrastructure) {
        this.plan = plan;
        this.own = target.map(DeploymentPlan::asOtherPlacements).orElse(List.of());
        this.others = others.asOtherPlacements();
        this.infrastructure = infrastructure;
        this.wanted = PlacementProblems.reservations(plan.asOtherPlacements());
        this.held = PlacementProblems.reservations(own);
        this.elsewhere = PlacementProblems.reservations(this.others);
    }

    /** Hosts of the infrastructure on which the plan reserves more than the target, and on which others have reserved something. */
    public Set<String> hostIds() {
        Set<String> there = infrastructure.hosts().stream().map(Host::id).collect(Collectors.toSet());
        return wanted.keySet().stream().filter(there::contains).filter(elsewhere::containsKey)
                .filter(hostId -> Demand.ALL.stream().anyMatch(resource -> resource.grows(wanted.get(hostId), held(hostId))))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Resources that others do not leave, in a fixed order; empty if the plan fits. Hosts that are not in the infrastructure are omitted.
     *
     * @param reported hosts as they report their resources, by id; for others the resources of their type apply
     */
    public List<Shortage> shortages(Map<String, ObservedHost> reported) {
        List<Shortage> found = new ArrayList<>();
        hostIds().forEach(hostId -> onHost(hostId, Optional.ofNullable(reported.get(hostId)), found));
        addresses(found);
        links("uplink", OtherPlacement::uplinks, Site::uplink, found);
        links("downlink", one -> one.responses().inbound(), Site::downlink, found);
        infrastructure.sites().forEach(site -> site.quotas().forEach((provider, quota) -> quota(site, provider, quota, found)));
        return List.copyOf(found);
    }

    private Reservation held(String hostId) {
        return held.getOrDefault(hostId, Reservation.NOTHING);
    }

    private void onHost(String hostId, Optional<ObservedHost> reported, List<Shortage> found) {
        HostType type = infrastructure.hostTypeOf(hostId);
        Reservation needed = wanted.get(hostId);
        for (Demand resource : Demand.ALL) {
            long free = machine(type, elsewhere.get(hostId)) && resource.divided() ? 0
                    : resource.whole(type, reported) - resource.of().applyAsLong(elsewhere.get(hostId));
            if (resource.grows(needed, held(hostId)) && resource.of().applyAsLong(needed) > free) {
                found.add(shortage(resource.name(), "on host (" + hostId + ")", resource.of().applyAsLong(needed), free,
                        resource.shown()));
            }
        }
    }

    /** Whether a virtual machine has the whole host. A host can be slightly larger than its type; nothing is placed on the rest. */
    private static boolean machine(HostType type, Reservation reserved) {
        return reserved.cpu().compareTo(type.cpu()) >= 0 && reserved.memory().compareTo(type.memory()) >= 0;
    }

    private static Shortage shortage(String what, String place, long needed, long free, LongFunction<?> shown) {
        return new Shortage(what, place, shown.apply(needed).toString(), shown.apply(Math.max(0, free)).toString());
    }

    /** In MiB, because the free memory of a host is rarely a round number of bytes. */
    private static Bytes mebi(long bytes) {
        return Bytes.ofMebi(bytes >> 20);
    }

    private void addresses(List<Shortage> found) {
        Map<String, Set<Integer>> taken = others.stream().collect(Collectors.groupingBy(OtherPlacement::siteId,
                Collectors.mapping(OtherPlacement::addressSlot, Collectors.toSet())));
        plan.instances().stream().filter(placed -> taken.getOrDefault(placed.siteId(), Set.of()).contains(placed.addressSlot()))
                .filter(placed -> own.stream().noneMatch(held -> held.siteId().equals(placed.siteId())
                        && held.addressSlot() == placed.addressSlot()))
                .forEach(placed -> found.add(new Shortage("address of " + placed.instance(),
                        "at site (" + placed.siteId() + ")", "1", "0")));
    }

    /** @param minima of one placement, by access link; @param capacity declared of the direction in which they are reserved */
    private void links(String place, Function<OtherPlacement, Map<AccessLink, BitRate>> minima,
            BiFunction<Site, String, Optional<BitRate>> capacity, List<Shortage> found) {
        Map<AccessLink, Long> now = sums(own, minima);
        Map<AccessLink, Long> theirs = sums(others, minima);
        Map<String, Site> sites = infrastructure.sites().stream().collect(Collectors.toMap(Site::id, Function.identity()));
        sums(plan.asOtherPlacements(), minima).forEach((at, needed) -> {
            Optional<BitRate> whole = Optional.ofNullable(sites.get(at.siteId())).flatMap(site -> capacity.apply(site, at.ispId()));
            boolean shared = theirs.containsKey(at) && needed > now.getOrDefault(at, 0L);
            whole.filter(unused -> shared).map(rate -> rate.value() - theirs.get(at)).filter(free -> needed > free)
                    .ifPresent(free -> found.add(shortage("bandwidth", "on " + place + " (" + at + ")", needed, free, BitRate::new)));
        });
    }

    private static Map<AccessLink, Long> sums(List<OtherPlacement> placements,
            Function<OtherPlacement, Map<AccessLink, BitRate>> minima) {
        Map<AccessLink, Long> sums = new TreeMap<>();
        placements.forEach(one -> minima.apply(one).forEach((at, rate) -> sums.merge(at, rate.value(), Long::sum)));
        return sums;
    }

    /** Provisioned hosts count once, whatever number of applications use them. */
    private void quota(Site site, String provider, Quota quota, List<Shortage> found) {
        List<Host> used = site.hosts().stream().filter(host -> host.rental().isPresent() && host.provider().equals(provider)).toList();
        Set<String> begun = new HashSet<>(wanted.keySet());
        begun.removeAll(held.keySet());
        begun.removeAll(elsewhere.keySet());
        List<HostType> theirs = types(used, elsewhere.keySet());
        if (theirs.isEmpty() || types(used, begun).isEmpty()) {
            return;
        }
        Set<String> ownHosts = new HashSet<>(wanted.keySet());
        ownHosts.removeAll(elsewhere.keySet());
        List<HostType> own = types(used, ownHosts);
        String place = "in the quota of " + provider + " at site (" + site.id() + ")";
        quota.cpu().ifPresent(most -> exceeded("cpu", place, own, theirs, type -> type.cpu().value(), most.value(), MilliCores::new,
                found));
        quota.memory().ifPresent(most -> exceeded("memory", place, own, theirs, type -> type.memory().value(), most.value(),
                SharedResources::mebi, found));
        quota.hosts().ifPresent(most -> exceeded("hosts", place, own, theirs, type -> 1, most, Long::valueOf, found));
    }

    private static void exceeded(String what, String place, List<HostType> own, List<HostType> theirs, ToLongFunction<HostType> amount,
            long most, LongFunction<?> shown, List<Shortage> found) {
        long needed = own.stream().mapToLong(amount).sum();
        long free = most - theirs.stream().mapToLong(amount).sum();
        if (needed > free) {
            found.add(shortage(what, place, needed, free, shown));
        }
    }

    private List<HostType> types(List<Host> hosts, Set<String> hostIds) {
        return hosts.stream().map(Host::id).filter(hostIds::contains).map(infrastructure::hostTypeOf).toList();
    }

    /**
     * A resource of hosts.
     *
     * @param of amount in a reservation
     * @param declared amount of a host of the type
     * @param reported amount of a host of the type by its own report
     * @param divided false if a virtual machine that has the whole host leaves it to others
     * @param shown for messages
     */
    private record Demand(String name, ToLongFunction<Reservation> of, ToLongFunction<HostType> declared,
            ToLongBiFunction<HostType, ObservedHost> reported, boolean divided, LongFunction<?> shown) {

        private static final List<Demand> ALL = List.of(
                new Demand("cpu", reservation -> reservation.cpu().value(), type -> type.cpu().value(),
                        (type, host) -> host.cpu().value(), true, MilliCores::new),
                new Demand("memory", reservation -> reservation.memory().value(), type -> type.memory().value(),
                        (type, host) -> host.memory().value(), true, SharedResources::mebi),
                // A host that reports no disk has an unknown amount; planning does not limit it either.
                new Demand("disk", reservation -> reservation.diskBytes().value(), type -> type.disk().value(),
                        (type, host) -> host.disk().value() == 0 ? Long.MAX_VALUE : host.disk().value(), false, SharedResources::mebi),
                new Demand("gpu", Reservation::gpuCount, HostType::gpuCount,
                        (type, host) -> Math.min(type.gpuCount(), host.gpus().orElse(type.gpuCount())), true, Long::valueOf));

        private long whole(HostType type, Optional<ObservedHost> host) {
            return host.map(one -> reported.applyAsLong(type, one)).orElseGet(() -> declared.applyAsLong(type));
        }

        private boolean grows(Reservation now, Reservation before) {
            return of.applyAsLong(now) > of.applyAsLong(before);
        }
    }
}
