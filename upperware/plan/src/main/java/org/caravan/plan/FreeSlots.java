package org.caravan.plan;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.caravan.problem.AddressSlots;

/** Address slots used neither by other applications nor by copies that are removed only after their replacement runs. */
public final class FreeSlots {

    private final Map<String, Set<Integer>> taken = new HashMap<>();

    public FreeSlots(DeploymentPlan current, ReservedPlacements others) {
        current.instances().forEach(this::take);
        others.asOtherPlacements().forEach(other -> at(other.siteId()).add(other.addressSlot()));
    }

    public void take(InstancePlacement placement) {
        at(placement.siteId()).add(placement.addressSlot());
    }

    /** Reserves a slot: the previous one if it is free, otherwise the lowest free one. Empty if the site has none. */
    public OptionalInt next(InstancePlacement wanted) {
        Set<Integer> slots = at(wanted.siteId());
        OptionalInt slot = IntStream.concat(IntStream.of(wanted.addressSlot()),
                IntStream.rangeClosed(AddressSlots.FIRST, AddressSlots.LAST))
                .filter(free -> !slots.contains(free)).findFirst();
        slot.ifPresent(slots::add);
        return slot;
    }

    private Set<Integer> at(String siteId) {
        return taken.computeIfAbsent(siteId, unused -> new TreeSet<>());
    }
}
