package org.caravan.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.ObservedCopy;
import org.caravan.plan.InstancePlacement;

/**
 * Copies that must be removed before an instance can be created. A stray may hold an address that the plan assigns to another copy.
 * It may also be a newer copy of the same instance; adapters refuse an older copy beside a newer one.
 */
final class Blockers {

    private final List<ObservedCopy> strays;
    private final Map<String, List<ObservedCopy>> holders = new HashMap<>();

    Blockers(List<ObservedCopy> strays) {
        this.strays = strays;
        strays.forEach(stray -> stray.addresses().forEach(address ->
                holders.computeIfAbsent(address, unused -> new ArrayList<>()).add(stray)));
    }

    /** @param why reason for which the copy blocks the instance */
    record Obstacle(ObservedCopy copy, String why) {}

    List<Obstacle> of(InstancePlacement placement) {
        List<Obstacle> found = new ArrayList<>();
        for (CopyAddress wanted : placement.spec().addresses()) {
            holders.getOrDefault(wanted.address(), List.of()).forEach(stray ->
                    found.add(new Obstacle(stray, "has an address that " + placement.instance() + " gets")));
        }
        strays.stream()
                .filter(stray -> stray.id().instance().equals(placement.instance()) && stray.hostId().equals(placement.hostId()))
                .filter(stray -> stray.id().generation() > placement.generation())
                .forEach(stray -> found.add(new Obstacle(stray, "is newer than the plan")));
        return found;
    }
}
