package org.caravan.plan;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.application.PlacementRules;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Traffic;
import org.caravan.problem.TrafficModel;
import org.caravan.unit.BitRate;

/**
 * Determines the uplinks that the traffic of copies uses: uplinks of the copy's own site at which one of its links ends. Incoming links
 * count as well, because responses leave there. Links within a site use no uplink. Users count only if they enter at the copy. On a link
 * with a quota, every copy takes part: one without bandwidth has share 1 and no minimum. So does each copy of an organisation with a weight
 * on a declared uplink, if its node can divide it.
 */
final class BandwidthReservations {

    private final ApplicationModel application;
    private final Infrastructure infrastructure;
    /** Whether a copy without bandwidth has its organisation's weight. */
    private final Predicate<InstanceId> weighed;
    private final Map<InstanceId, Set<AccessLink>> used = new HashMap<>();

    private BandwidthReservations(ApplicationModel application, Infrastructure infrastructure, Predicate<InstanceId> weighed) {
        this.application = application;
        this.infrastructure = infrastructure;
        this.weighed = weighed;
    }

    /** Reservations of one copy by its component's or its own bandwidth, for a plan of this model. */
    static List<BandwidthReservation> of(ApplicationModel application, Infrastructure infrastructure, DeploymentPlan plan,
            InstanceId instance, boolean weighed) {
        return new BandwidthReservations(application, infrastructure, any -> weighed)
                .of(application.supplement().bonds(), plan.links(), plan.entries()).stream()
                .filter(one -> one.instance().equals(instance)).toList();
    }

    static List<BandwidthReservation> of(PlacementProblem problem, Map<InstanceId, String> hostIds, List<LinkPlacement> links,
            List<EntryPlacement> entries) {
        PlacementRules bonds = problem.application().supplement().bonds();
        boolean weighs = problem.uplinks().weight() != 1;
        return !weighs && bonds.withoutBandwidths() && problem.infrastructure().sites().stream().flatMap(site -> site.isps().stream())
                .allMatch(isp -> isp.quota().isEmpty()) ? List.of()
                : new BandwidthReservations(problem.application(), problem.infrastructure(), copy -> weighs && problem.inventory()
                        .host(hostIds.get(copy)).flatMap(ObservedHost::noBandwidth).isEmpty()).of(bonds, links, entries);
    }

    /** The placements with the bandwidth that their nodes enforce. */
    static List<InstancePlacement> enforced(PlacementProblem problem, List<BandwidthReservation> bandwidth,
            Collection<InstancePlacement> placements) {
        Map<InstanceId, List<LinkBandwidth>> links = bandwidth.stream().collect(Collectors.groupingBy(BandwidthReservation::instance,
                Collectors.mapping(one -> enforced(problem.infrastructure(), one, problem.uplinks().weight()), Collectors.toList())));
        return placements.stream().map(placement -> links.containsKey(placement.instance())
                ? placement.withBandwidth(links.get(placement.instance())) : placement).toList();
    }

    /** @param weight of the organisation */
    static LinkBandwidth enforced(Infrastructure infrastructure, BandwidthReservation one, double weight) {
        return new LinkBandwidth(one.at().ispId(), uplink(infrastructure, one.at()), one.min(), one.max(), one.share() * weight,
                quota(infrastructure, one.at()), infrastructure.findSite(one.at().siteId())
                        .flatMap(site -> site.downlink(one.at().ispId())));
    }

    private static Optional<TrafficQuota> quota(Infrastructure infrastructure, AccessLink at) {
        return infrastructure.findSite(at.siteId()).flatMap(site -> site.quotaOfNode(at.ispId()));
    }

    static Optional<BitRate> uplink(Infrastructure infrastructure, AccessLink at) {
        return infrastructure.findSite(at.siteId()).flatMap(site -> site.uplink(at.ispId()));
    }

    private List<BandwidthReservation> of(PlacementRules bonds, List<LinkPlacement> links, List<EntryPlacement> entries) {
        for (LinkPlacement link : links) {
            add(link.from(), link.path(), link.path().from());
            add(link.to(), link.path(), link.path().to());
        }
        TrafficModel traffic = new TrafficModel(application);
        entries.stream().filter(entry -> enters(traffic, entry)).forEach(entry -> add(entry.to(), entry.path(), entry.path().to()));
        return used.entrySet().stream()
                .flatMap(copy -> copy.getValue().stream().flatMap(at -> bandwidth(bonds, copy.getKey(), at).stream().map(bandwidth ->
                        new BandwidthReservation(copy.getKey(), at, bandwidth.min(), bandwidth.max(), bandwidth.share()))))
                .sorted().toList();
    }

    private Optional<Bandwidth> bandwidth(PlacementRules bonds, InstanceId copy, AccessLink at) {
        return bonds.bandwidth(copy.componentId(), copy.index())
                .or(() -> quota(infrastructure, at).isPresent() || weighed.test(copy) && uplink(infrastructure, at).isPresent()
                        ? Optional.of(new Bandwidth(1, BitRate.ZERO, Optional.empty())) : Optional.empty());
    }

    /** False for users whom a newer model does not have any more. */
    private boolean enters(TrafficModel traffic, EntryPlacement entry) {
        return application.users().stream().filter(group -> group.id().equals(entry.usersId())).findFirst()
                .filter(users -> !traffic.ofEntry(users, entry.to().componentId()).equals(Traffic.NONE)).isPresent();
    }

    private void add(InstanceId instance, PathId path, AccessPoint end) {
        if (!path.withinSite()) {
            used.computeIfAbsent(instance, any -> new TreeSet<>()).add(AccessLink.of(end));
        }
    }
}
