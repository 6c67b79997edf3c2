package org.caravan.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.canonical.CanonicalText;
import org.caravan.measure.PathId;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.CurrentTarget;
import org.caravan.problem.OtherPlacement;

/**
 * Every choice for one application. Becomes the target only if its parent is the current target.
 *
 * @param parentId digest of the plan it replaces; empty for the first
 * @param generation one more than the parent's; counts from 1
 */
public record DeploymentPlan(
        String application,
        String applicationVersion,
        Optional<String> parentId,
        long generation,
        List<InstancePlacement> instances,
        List<LinkPlacement> links,
        List<EntryPlacement> entries)
        implements CanonicalText {

    public DeploymentPlan {
        instances = instances.stream().sorted(Comparator.comparing(InstancePlacement::instance)).toList();
        links = links.stream()
                .sorted(Comparator.comparing(LinkPlacement::from).thenComparing(LinkPlacement::to))
                .toList();
        entries = entries.stream()
                .sorted(Comparator.comparing(EntryPlacement::usersId).thenComparing(EntryPlacement::to))
                .toList();
    }

    public Optional<InstancePlacement> instance(InstanceId id) {
        return instances.stream().filter(placement -> placement.instance().equals(id)).findFirst();
    }

    /** As the next planning sees it, once this plan is the target. */
    public CurrentTarget asCurrentTarget() {
        return new CurrentTarget(
                digest(), generation, instances.stream().map(this::asCurrentPlacement).toList());
    }

    private CurrentPlacement asCurrentPlacement(InstancePlacement placement) {
        SortedMap<InstanceId, PathId> from = new TreeMap<>();
        links.stream()
                .filter(link -> link.from().equals(placement.instance()))
                .forEach(link -> from.put(link.to(), link.path()));
        SortedMap<String, PathId> to = new TreeMap<>();
        entries.stream()
                .filter(entry -> entry.to().equals(placement.instance()))
                .forEach(entry -> to.put(entry.usersId(), entry.path()));
        return new CurrentPlacement(placement.instance(), placement.hostId(), placement.addressSlot(),
                placement.generation(), placement.spec().digest(), from, to);
    }

    /** As the planning of other applications sees it, once this plan is the target. */
    public List<OtherPlacement> asOtherPlacements() {
        return instances.stream().map(InstancePlacement::asOtherPlacement).toList();
    }

    @Override
    public String canonicalText() {
        return PlanText.of(this);
    }
}
