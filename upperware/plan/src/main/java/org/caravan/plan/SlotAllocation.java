package org.caravan.plan;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.infrastructure.Site;
import org.caravan.problem.AddressSlots;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;

/** Allocates address slots. Never reuses a slot in use, so that two copies of one instance can run side by side. */
final class SlotAllocation {

    private final Map<String, Set<Integer>> taken = new HashMap<>();

    SlotAllocation(PlacementProblem problem) {
        problem.takenSlots().forEach((siteId, slots) -> taken.put(siteId, new TreeSet<>(slots)));
        Map<String, Site> siteOfHost = new HashMap<>();
        problem.infrastructure().sites().forEach(site -> site.hosts().forEach(host -> siteOfHost.put(host.id(), site)));
        for (CurrentPlacement current : problem.current()) {
            Optional.ofNullable(siteOfHost.get(current.hostId())).ifPresent(site -> slotsAt(site.id()).add(current.addressSlot()));
        }
    }

    /** Reserves the lowest free slot of the site. */
    int next(String siteId) {
        Set<Integer> slots = slotsAt(siteId);
        for (int slot = AddressSlots.FIRST; slot <= AddressSlots.LAST; slot++) {
            if (slots.add(slot)) {
                return slot;
            }
        }
        throw new IllegalArgumentException("site " + siteId + " has no address left for another instance");
    }

    private Set<Integer> slotsAt(String siteId) {
        return taken.computeIfAbsent(siteId, unused -> new TreeSet<>());
    }
}
