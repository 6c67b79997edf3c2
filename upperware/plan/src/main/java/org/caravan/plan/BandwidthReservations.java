package org.caravan.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Bonds;
import org.caravan.application.Users;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Traffic;
import org.caravan.problem.TrafficModel;

/**
 * Determines the uplinks that the traffic of copies uses: uplinks of the copy's own site at which one of its links ends. Incoming links
 * count as well, because responses leave there. Links within a site use no uplink. Users count only if they enter at the copy.
 */
final class BandwidthReservations {

    private final PlacementProblem problem;
    private final Map<InstanceId, Set<AccessLink>> used = new HashMap<>();

    private BandwidthReservations(PlacementProblem problem) {
        this.problem = problem;
    }

    static List<BandwidthReservation> of(PlacementProblem problem, List<LinkPlacement> links, List<EntryPlacement> entries) {
        Bonds bonds = problem.application().supplement().bonds();
        return bonds.bandwidths().isEmpty() ? List.of() : new BandwidthReservations(problem).of(bonds, links, entries);
    }

    private List<BandwidthReservation> of(Bonds bonds, List<LinkPlacement> links, List<EntryPlacement> entries) {
        for (LinkPlacement link : links) {
            add(link.from(), link.path(), link.path().from());
            add(link.to(), link.path(), link.path().to());
        }
        TrafficModel traffic = new TrafficModel(problem.application());
        entries.stream().filter(entry -> enters(traffic, entry)).forEach(entry -> add(entry.to(), entry.path(), entry.path().to()));
        return used.entrySet().stream()
                .flatMap(copy -> bonds.bandwidth(copy.getKey().componentId()).stream().flatMap(bandwidth -> copy.getValue().stream()
                        .map(at -> new BandwidthReservation(copy.getKey(), at, bandwidth.min(), bandwidth.max(), bandwidth.share()))))
                .sorted().toList();
    }

    private boolean enters(TrafficModel traffic, EntryPlacement entry) {
        Users users = problem.application().users().stream().filter(group -> group.id().equals(entry.usersId())).findFirst().orElseThrow();
        return !traffic.ofEntry(users, entry.to().componentId()).equals(Traffic.NONE);
    }

    private void add(InstanceId instance, PathId path, AccessPoint end) {
        if (!path.withinSite()) {
            used.computeIfAbsent(instance, any -> new TreeSet<>()).add(AccessLink.of(end));
        }
    }
}
