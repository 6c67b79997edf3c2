package org.caravan.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.caravan.adapter.CopyId;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.Reservation;
import org.caravan.problem.ReservedResponses;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * What an application reserves: its target and, while a deployment is under way or the newest one has failed, also its other plans. Their
 * copies may run until then, and it may return to them. Of a host, an access link or a path, the plan that needs most counts: a copy that
 * is replaced on its host has another address in the new plan, but does not reserve the host twice. Addresses of all plans count.
 */
public final class ReservedPlacements {

    private record SiteAddress(String siteId, int slot) {

        private static SiteAddress of(InstancePlacement placed) {
            return new SiteAddress(placed.siteId(), placed.addressSlot());
        }
    }

    private final List<OtherPlacement> all;

    private ReservedPlacements(List<OtherPlacement> all) {
        this.all = List.copyOf(all);
    }

    /** @param unfinished plans of deployments that have not ended as planned, in any order, perhaps with the target */
    public static ReservedPlacements of(DeploymentPlan target, List<DeploymentPlan> unfinished) {
        Sum sum = new Sum();
        sum.add(target.asOtherPlacements());
        unfinished.forEach(plan -> sum.add(plan.asOtherPlacements()));
        return new ReservedPlacements(sum.all);
    }

    /**
     * Only the addresses of copies that the target no longer contains and whose addresses it does not use.
     *
     * @param earlier other plans of the application, in any order, perhaps with the target
     * @param mayRun whether a copy may still run on a host, given its id
     */
    public static ReservedPlacements ofEarlierCopies(DeploymentPlan target, List<DeploymentPlan> earlier,
            BiPredicate<CopyId, String> mayRun) {
        Set<CopyId> kept = target.instances().stream().map(placed -> placed.copy(target.application())).collect(Collectors.toSet());
        Set<SiteAddress> used = target.instances().stream().map(SiteAddress::of).collect(Collectors.toSet());
        return new ReservedPlacements(earlier.stream().flatMap(plan -> plan.instances().stream())
                .filter(placed -> !kept.contains(placed.copy(target.application()))
                        && mayRun.test(placed.copy(target.application()), placed.hostId()) && used.add(SiteAddress.of(placed)))
                .map(placed -> new OtherPlacement(placed.siteId(), placed.hostId(), placed.addressSlot(), Reservation.NOTHING)).toList());
    }

    /** Those of several applications. */
    public static ReservedPlacements of(List<ReservedPlacements> applications) {
        return new ReservedPlacements(applications.stream().flatMap(one -> one.all.stream()).toList());
    }

    /** These, of any applications. */
    static ReservedPlacements of(OtherPlacement... placements) {
        return new ReservedPlacements(List.of(placements));
    }

    /** Those on some hosts. */
    public ReservedPlacements onHosts(Predicate<String> hostId) {
        return new ReservedPlacements(all.stream().filter(placed -> hostId.test(placed.hostId())).toList());
    }

    public List<OtherPlacement> asOtherPlacements() {
        return all;
    }

    /** Of the plans of one application. */
    private static final class Sum {

        private record Address(String siteId, String hostId, int slot) {}

        private final List<OtherPlacement> all = new ArrayList<>();
        private final Set<Address> addresses = new HashSet<>();

        /** Adds a plan. The first placement on a host, an access link or a path reserves what the plan needs more of it. */
        private void add(List<OtherPlacement> plan) {
            Map<String, Reservation> hosts = more(PlacementProblems.reservations(plan), PlacementProblems.reservations(all));
            Rates<AccessLink> uplinks = new Rates<>(plan, all, OtherPlacement::uplinks);
            Rates<PathId> paths = new Rates<>(plan, all, placed -> placed.responses().paths());
            Rates<AccessLink> inbound = new Rates<>(plan, all, placed -> placed.responses().inbound());
            for (OtherPlacement placed : plan) {
                Reservation more = Optional.ofNullable(hosts.remove(placed.hostId())).orElse(Reservation.NOTHING);
                boolean another = addresses.add(new Address(placed.siteId(), placed.hostId(), placed.addressSlot()));
                OtherPlacement added = new OtherPlacement(placed.siteId(), placed.hostId(), placed.addressSlot(), more,
                        uplinks.take(placed.uplinks()), new ReservedResponses(paths.take(placed.responses().paths()),
                                inbound.take(placed.responses().inbound())), another ? placed.shares() : Map.of());
                if (another || !more.equals(Reservation.NOTHING) || !added.uplinks().isEmpty() || !added.responses().none()) {
                    all.add(added);
                }
            }
        }
    }

    private static Map<String, Reservation> more(Map<String, Reservation> needed, Map<String, Reservation> reserved) {
        Map<String, Reservation> more = new TreeMap<>();
        needed.forEach((hostId, all) -> more.put(hostId, more(all, reserved.getOrDefault(hostId, Reservation.NOTHING))));
        return more;
    }

    private static Reservation more(Reservation needed, Reservation reserved) {
        return new Reservation(new MilliCores(Math.max(0, needed.cpu().value() - reserved.cpu().value())),
                new Bytes(Math.max(0, needed.memory().value() - reserved.memory().value())),
                Optional.of(new Bytes(Math.max(0, needed.diskBytes().value() - reserved.diskBytes().value()))),
                Optional.of(Math.max(0, needed.gpuCount() - reserved.gpuCount())));
    }

    /** What a plan needs more than is reserved, in bit/s. */
    private static final class Rates<K extends Comparable<K>> {

        private final Map<K, Long> more = new TreeMap<>();

        private Rates(List<OtherPlacement> plan, List<OtherPlacement> reserved, Function<OtherPlacement, Map<K, BitRate>> minima) {
            plan.forEach(placed -> minima.apply(placed).forEach((at, rate) -> more.merge(at, rate.value(), Long::sum)));
            reserved.forEach(placed -> minima.apply(placed).forEach((at, rate) ->
                    more.computeIfPresent(at, (place, sum) -> sum - rate.value())));
        }

        /** The rest at each of the places, which is then taken. */
        private TreeMap<K, BitRate> take(Map<K, BitRate> places) {
            TreeMap<K, BitRate> taken = new TreeMap<>();
            places.keySet().forEach(at -> Optional.ofNullable(more.remove(at)).filter(rest -> rest > 0)
                    .ifPresent(rest -> taken.put(at, new BitRate(rest))));
            return taken;
        }
    }
}
