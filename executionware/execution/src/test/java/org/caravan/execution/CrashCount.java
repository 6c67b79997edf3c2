package org.caravan.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adapter.InstanceId;
import org.caravan.execution.CrashWorld.Place;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;

/**
 * What is there against what is wanted.
 *
 * @param orphans copies that nobody wants, and machines that are rented and used by nobody
 * @param lost instances that do not run where they should
 * @param doubled instances that are there more than once
 */
record CrashCount(int orphans, int lost, int doubled) {

    /** Begins the line on which a process tells the next one. */
    static final String COUNTED = "COUNTED ";

    static CrashCount of(List<DeploymentPlan> targets, Map<Place, String> copies, Set<String> machines, Set<String> rentedHostIds) {
        Map<Place, DeploymentPlan> wanted = new TreeMap<>();
        Set<String> used = new TreeSet<>();
        for (DeploymentPlan plan : targets) {
            for (InstancePlacement placed : plan.instances()) {
                wanted.put(new Place(placed.hostId(), placed.copy(plan.application())), plan);
                used.add(placed.hostId());
            }
        }
        List<Place> unwanted = copies.keySet().stream().filter(place -> !wanted.containsKey(place)).toList();
        int doubled = (int) unwanted.stream().filter(place -> isOf(wanted.keySet(), place)).count();
        int unused = (int) machines.stream().filter(hostId -> !used.contains(hostId)).count();
        List<String> lost = new ArrayList<>();
        wanted.keySet().stream().filter(place -> !"RUNNING".equals(copies.get(place))).forEach(place -> lost.add(place.toString()));
        used.stream().filter(hostId -> rentedHostIds.contains(hostId) && !machines.contains(hostId)).forEach(lost::add);
        return new CrashCount(unwanted.size() - doubled + unused, lost.size(), doubled);
    }

    private static boolean isOf(Set<Place> wanted, Place found) {
        Set<InstanceId> instances = wanted.stream().filter(place -> place.id().application().equals(found.id().application()))
                .map(place -> place.id().instance()).collect(Collectors.toSet());
        return instances.contains(found.id().instance());
    }

    boolean none() {
        return orphans + lost + doubled == 0;
    }

    CrashCount plus(CrashCount other) {
        return new CrashCount(orphans + other.orphans, lost + other.lost, doubled + other.doubled);
    }

    String line() {
        return COUNTED + orphans + " " + lost + " " + doubled;
    }

    static CrashCount read(String line) {
        String[] number = line.substring(COUNTED.length()).split(" ");
        return new CrashCount(Integer.parseInt(number[0]), Integer.parseInt(number[1]), Integer.parseInt(number[2]));
    }
}
