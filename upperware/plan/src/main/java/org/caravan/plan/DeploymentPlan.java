package org.caravan.plan;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adapter.InstanceId;
import org.caravan.canonical.CanonicalText;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.CurrentTarget;
import org.caravan.problem.OtherPlacement;
import org.caravan.unit.BitRate;

/**
 * All decisions for one application. Becomes the target only if its parent is the current target.
 *
 * @param parentId digest of the plan it replaces; empty for the first
 * @param generation one more than the parent's; counts from 1
 * @param bandwidth bandwidth of copies on uplinks; none in plans of earlier versions
 */
public record DeploymentPlan(
        String application,
        String applicationVersion,
        Optional<String> parentId,
        long generation,
        List<InstancePlacement> instances,
        List<LinkPlacement> links,
        List<EntryPlacement> entries,
        List<BandwidthReservation> bandwidth)
        implements CanonicalText {

    public DeploymentPlan {
        instances = instances.stream().sorted(Comparator.comparing(InstancePlacement::instance)).toList();
        links = links.stream()
                .sorted(Comparator.comparing(LinkPlacement::from).thenComparing(LinkPlacement::to))
                .toList();
        entries = entries.stream()
                .sorted(Comparator.comparing(EntryPlacement::usersId).thenComparing(EntryPlacement::to))
                .toList();
        bandwidth = bandwidth == null ? List.of() : bandwidth.stream().sorted().toList();
    }

    /** Plan without bandwidth reservations. */
    public DeploymentPlan(String application, String applicationVersion, Optional<String> parentId, long generation,
            List<InstancePlacement> instances, List<LinkPlacement> links, List<EntryPlacement> entries) {
        this(application, applicationVersion, parentId, generation, instances, links, entries, List.of());
    }

    public Optional<InstancePlacement> instance(InstanceId id) {
        return instances.stream().filter(placement -> placement.instance().equals(id)).findFirst();
    }

    /** View for the next planning, once this plan is the target. */
    public CurrentTarget asCurrentTarget() {
        Map<InstanceId, SortedMap<InstanceId, PathId>> from = new HashMap<>();
        links.forEach(link -> from.computeIfAbsent(link.from(), any -> new TreeMap<>()).put(link.to(), link.path()));
        Map<InstanceId, SortedMap<String, PathId>> to = new HashMap<>();
        entries.forEach(entry -> to.computeIfAbsent(entry.to(), any -> new TreeMap<>()).put(entry.usersId(), entry.path()));
        return new CurrentTarget(digest(), generation,
                instances.stream().map(placement -> new CurrentPlacement(placement.instance(), placement.hostId(),
                placement.addressSlot(), placement.generation(), placement.spec().digest(),
                        from.getOrDefault(placement.instance(), new TreeMap<>()),
                to.getOrDefault(placement.instance(), new TreeMap<>()))).toList());
    }

    /** View for the planning of other applications, once this plan is the target. */
    public List<OtherPlacement> asOtherPlacements() {
        Map<InstanceId, List<ReservedResponse>> responses = ReservedResponse.of(this).stream()
                .collect(Collectors.groupingBy(ReservedResponse::instance));
        return instances.stream().map(placement -> placement.asOtherPlacement(uplinks(placement.instance()),
                ReservedResponse.sums(responses.getOrDefault(placement.instance(), List.of())))).toList();
    }

    private Map<AccessLink, BitRate> uplinks(InstanceId instance) {
        return bandwidth.stream().filter(reservation -> reservation.instance().equals(instance) && reservation.min().value() > 0)
                .collect(Collectors.toMap(BandwidthReservation::at, BandwidthReservation::min));
    }

    @Override
    public String canonicalText() {
        return PlanText.of(this);
    }
}
