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
import org.caravan.adapter.LinkBandwidth;
import org.caravan.canonical.CanonicalText;
import org.caravan.canonical.Digest;
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

    /** Canonical text of a plan, from which its id is computed and which golden files contain. */
    static final class PlanText {

        private PlanText() {}

        static String of(DeploymentPlan plan) {
            StringBuilder text = new StringBuilder();
            text.append("application ").append(plan.application()).append(" version ").append(plan.applicationVersion())
                    .append('\n');
            text.append("parent ").append(plan.parentId().map(Digest::abbreviated).orElse("none")).append('\n');
            text.append("generation ").append(plan.generation()).append('\n');
            plan.instances().forEach(placement -> appendInstance(text, placement));
            plan.links().forEach(link -> text.append("link ").append(link.from()).append(" -> ").append(link.to())
                    .append('.').append(link.endpointName()).append(" port ").append(link.port()).append(" via ")
                    .append(link.path()).append(" from ").append(link.sourceAddress()).append(" to ")
                    .append(link.targetAddress()).append('\n'));
            plan.entries().forEach(entry -> text.append("entry ").append(entry.usersId()).append(" -> ")
                    .append(entry.to()).append('.').append(entry.endpointName()).append(" port ").append(entry.port())
                    .append(" via ").append(entry.path()).append(" to ").append(entry.targetAddress()).append('\n'));
            plan.bandwidth().forEach(reservation -> text.append("bandwidth ").append(reservation.instance()).append(" on ")
                    .append(reservation.at()).append(" ").append(reservation.amounts()).append(uplink(plan, reservation))
                    .append('\n'));
            return text.toString();
        }

        /** Enforcement depends on the capacity, so a changed capacity is a changed plan. */
        private static String uplink(DeploymentPlan plan, BandwidthReservation reservation) {
            return plan.instance(reservation.instance()).stream().flatMap(placement -> placement.spec().bandwidth().stream())
                    .filter(link -> link.ispId().equals(reservation.at().ispId())).findFirst()
                    .map(link -> link.beside(reservation.share())).orElse("");
        }

        private static void appendInstance(StringBuilder text, InstancePlacement placement) {
            text.append("instance ").append(placement.instance()).append(" on ").append(placement.hostId())
                    .append(" at ").append(placement.siteId()).append(" slot ").append(placement.addressSlot())
                    .append(" since ").append(placement.generation()).append('\n');
            placement.spec().canonicalText().lines().forEach(line -> text.append("  ").append(line).append('\n'));
            placement.spec().disk().ifPresent(reserved -> text.append("  disk ").append(reserved).append('\n'));
        }
    }
}
