package org.caravan.plan.rollback;

import java.util.List;
import java.util.Set;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.ReservedPlacements;

/**
 * Input of a rollback.
 *
 * @param seen copies that run now
 * @param statefulComponentIds components with data on their hosts
 * @param others what other applications have reserved: their addresses are in use
 */
public record RollbackInput(
        Infrastructure infrastructure, ObservedState seen, Set<String> statefulComponentIds, ReservedPlacements others) {

    public RollbackInput {
        statefulComponentIds = Set.copyOf(statefulComponentIds);
    }

    boolean stateful(InstanceId instance) {
        return statefulComponentIds.contains(instance.componentId());
    }

    boolean has(String hostId) {
        return infrastructure.hosts().stream().anyMatch(host -> host.id().equals(hostId));
    }

    /** Whether exactly the copy of the placement is running. */
    boolean runs(InstancePlacement placement, String application) {
        return seen.copies().stream().anyMatch(copy -> copy.id().equals(placement.copy(application))
                && copy.hostId().equals(placement.hostId())
                && copy.state() == ObservedCopy.State.RUNNING
                && copy.specDigest().equals(placement.spec().digest()));
    }

    /** The same on the same host, as another copy with other addresses. */
    InstancePlacement readdressed(InstancePlacement placement, long generation, int slot) {
        Site site = infrastructure.site(placement.siteId());
        CopySpec spec = placement.spec();
        List<CopyAddress> addresses = slot == placement.addressSlot() ? spec.addresses() : spec.addresses().stream()
                .map(old -> new CopyAddress(old.at(), site.subnet(old.at()).address(slot), old.prefixLength(), old.gateway()))
                .toList();
        return new InstancePlacement(
                placement.instance(), placement.siteId(), placement.hostId(), generation, slot, spec.withAddresses(addresses));
    }
}
